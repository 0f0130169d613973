"""Measuring in the background: killed, doubled, broken, it loses nothing and does nothing twice."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.measuring import Measuring, keys_of
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import Pool

LOUVAIN = {"louvain": gdp.analysis("louvain")}


def jobs(repeats):
    return [Job(gdp.mechanism("edge_flip"), LOUVAIN, 2.0, 0, repeat) for repeat in range(repeats)]


def test_what_the_store_has_is_not_measured_again(karate, here, monkeypatch):
    store = CellStore()
    Measuring(karate, jobs(3), store=store, pool=here).wait(60)
    asked = []
    monkeypatch.setattr(
        here, "submit", lambda graph, job, submit=here.submit: asked.append(job.repeat)
        or submit(graph, job),
    )  # fmt: skip
    measuring = Measuring(karate, jobs(5), store=store, pool=here)
    assert measuring.wait(60)
    assert (measuring.known, asked) == (3, [3, 4])
    assert [job.repeat for job, _ in measuring.found("louvain")] == [0, 1, 2, 3, 4]


def test_an_analysis_that_the_store_lacks_is_measured_alone(karate, here):
    store = CellStore()
    Measuring(karate, jobs(1), store=store, pool=here).wait(60)
    both = {**LOUVAIN, "centrality": gdp.analysis("centrality")}
    job = Job(gdp.mechanism("edge_flip"), both, 2.0, 0, 0)
    measuring = Measuring(karate, [job], store=store, pool=here)
    assert measuring.wait(60)
    assert [len(list(measuring.found(name))) for name in both] == [1, 1]
    assert store.missing(keys_of(karate, job).values()) == []


SWEEP = """
    import sys
    import graphdp_core as gdp
    from graphdp_core.experiment import measuring
    keep = measuring.Measuring._keep
    def told(self, place, cells):
        keep(self, place, cells)
        if cells:
            print(place, flush=True)
    measuring.Measuring._keep = told
    gdp.sweep(
        gdp.load_graph("karate"), [gdp.mechanism("edge_flip")], gdp.analysis("louvain"),
        epsilons=[2.0], repeats=int(sys.argv[2]), store=sys.argv[1],
    )
"""


def begin(path, repeats):
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SWEEP), str(path), str(repeats)],
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_killed_sweep_goes_on_where_it_was(karate, tmp_path):
    path = tmp_path / "cells.sqlite"
    process = begin(path, 5_000)
    finished = {int(process.stdout.readline())}
    time.sleep(0.2)
    process.kill()
    finished |= {int(line) for line in process.stdout.read().split()}
    process.wait()
    process.stdout.close()
    store, asked = CellStore(path), jobs(max(finished) + 1)
    keys = [keys_of(karate, job)["louvain"] for job in asked]
    assert not {keys[place] for place in finished} & set(store.missing(keys))


@pytest.mark.long
def test_two_sweeps_on_one_store_agree_and_leave_every_cell(karate, tmp_path):
    path = tmp_path / "cells.sqlite"
    processes = [begin(path, 30) for _ in range(2)]
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [0, 0]
    assert len(CellStore(path)) == 30


DEADLY = """
    import os
    from dataclasses import dataclass
    from graphdp_core.mechanisms.edge_flip import EdgeFlip

    @dataclass(frozen=True)
    class Deadly(EdgeFlip):
        def _draw(self, graph, **more):
            if more["epsilon"] == 3.0:
                os._exit(9)
            return super()._draw(graph, **more)
"""


@pytest.mark.long
def test_only_the_release_that_kills_its_worker_is_missing(karate, tmp_path, monkeypatch):
    (tmp_path / "deadly_mechanism.py").write_text(textwrap.dedent(DEADLY))
    monkeypatch.syspath_prepend(tmp_path)
    from deadly_mechanism import Deadly

    asked = [Job(Deadly(), LOUVAIN, e, 0, 0) for e in (2.0, 3.0, 4.0)]
    pool = Pool(2)
    measuring = Measuring(karate, asked, store=CellStore(), pool=pool)
    assert measuring.wait(300)
    pool.shutdown()
    assert [job.epsilon for job, _ in measuring.found("louvain")] == [2.0, 4.0]
    assert len(measuring.failed) == 1
    assert all("edgeFlip at ε = 3" in one and "worker died" in one for one in measuring.failed)
