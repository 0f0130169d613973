"""A cluster of two workers on this machine gives the table of one process, one lost midway."""

import os
import subprocess
import sys
import time

import pytest

import graphdp_core as gdp
from graphdp_core.experiment import cluster
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.cluster import opened
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.worker import Job
from graphdp_core.params import Refused
from tests.patience import PATIENCE_S, eventually

distributed = pytest.importorskip("distributed")
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"}
FLIP, LOUVAIN = gdp.mechanism("edge_flip"), gdp.analysis("louvain")


def begin(command, *words):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command, *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=HERE,
    )  # fmt: skip


@pytest.fixture
def dask(tmp_path):
    """A scheduler and two workers, each a process of its own: address, workers."""
    told = tmp_path / "scheduler.json"
    words = ["--scheduler-file", str(told), "--no-dashboard"]
    processes = [begin("dask_scheduler", *words, "--host", "127.0.0.1", "--port", "0")]
    eventually(told.exists)
    more = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
    processes += [begin("dask_worker", *words, *more) for _ in range(2)]
    from distributed import Client

    with Client(scheduler_file=str(told), set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE_S)
        yield client.scheduler.address, processes[1:]
    for process in processes:
        process.kill()
        process.wait()


@pytest.mark.long
def test_a_cluster_gives_the_table_of_one_process_also_when_a_worker_is_lost(dask):
    address, workers = dask
    karate = gdp.load_graph("karate")
    one = gdp.sweep(karate, [FLIP], LOUVAIN, epsilons=[1.0, 4.0], repeats=20)
    jobs = [
        Job(FLIP, {"louvain": LOUVAIN}, epsilon, 0, repeat)
        for repeat in range(20)
        for epsilon in (1.0, 4.0)
    ]
    store = CellStore()
    with opened(1, address) as pool:
        assert pool.workers == 2
        measuring = Measuring(karate, jobs, store=store, pool=pool)
        while measuring.done < 4:
            time.sleep(0.005)
        workers[0].kill()
        assert measuring.wait(120)
    assert measuring.failed == ()
    swept = gdp.sweep(
        karate, [FLIP], LOUVAIN, epsilons=[1.0, 4.0], repeats=20, scheduler=address, store=store
    )
    assert swept.equals(one)


def test_a_scheduler_that_does_not_answer_is_refused_in_one_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE_S", 0.2)
    with pytest.raises(Refused, match="does not answer"):
        gdp.sweep(
            gdp.load_graph("karate"), [FLIP], LOUVAIN, epsilons=[1.0], repeats=1,
            scheduler="tcp://127.0.0.1:9",
        )  # fmt: skip


def test_without_the_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match=r'pip install "graphdp\[cluster\]"'):
        cluster.ClusterPool("tcp://there:8786")


def test_an_own_file_is_sent_only_when_that_was_said():
    there = "tcp://there:8786"
    assert cluster.may_send(there, own_file=True, confirmed=True) == there
    assert cluster.may_send(None, own_file=True, confirmed=False) is None
    with pytest.raises(Refused, match="--send-graph"):
        cluster.may_send(there, own_file=True, confirmed=False)


def test_the_scheduler_is_named_by_one_setting(monkeypatch):
    monkeypatch.delenv("GRAPHDP_SCHEDULER", raising=False)
    assert cluster.usual_scheduler() is None
    monkeypatch.setenv("GRAPHDP_SCHEDULER", "tcp://there:8786")
    assert cluster.usual_scheduler() == "tcp://there:8786"
