"""Workers: the same numbers in any process, a graph sent once, and no main module run again.

Work that tells as it goes: in order, from any process, until it ends, fails or is stopped.
"""

import itertools
import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import graphdp_core as gdp
from graphdp_core.experiment import worker
from graphdp_core.experiment.worker import NEEDS_GRAPH, Job
from graphdp_core.experiment.workers import Pool, usual_workers
from graphdp_core.params import Refused
from tests.patience import PATIENCE_S

ANALYSES = {id: gdp.analysis(id) for id in ("louvain", "centrality")}


@pytest.fixture(scope="module")
def processes():
    pool = Pool(2)
    yield pool
    pool.shutdown()


def job(epsilon=2.0, repeat=0, analyses=None):
    return Job(gdp.mechanism("edge_flip"), analyses or ANALYSES, epsilon, 0, repeat)


def test_processes_give_the_numbers_of_one_comparison(karate, processes):
    cells = processes.submit(karate, job(repeat=1)).result(300)
    for id, analysis in ANALYSES.items():
        alone = gdp.compare(karate, gdp.mechanism("edge_flip"), analysis, epsilon=2.0, repeats=2)
        assert cells[id].metrics == pytest.approx(alone.repeats[1], nan_ok=True)


@pytest.mark.sample
@pytest.mark.parametrize(("alone", "processes"), [(1e9, 0), (1e-9, 2)])
def test_processes_start_when_a_thread_has_worked_for_long_enough(karate, alone, processes):
    before = len(multiprocessing.active_children())
    pool = Pool(2, alone=alone)
    try:
        sent = [pool.submit(karate, job(repeat=repeat)) for repeat in range(6)]
        cells = [each.result(PATIENCE_S)["louvain"].metrics for each in sent]
        assert len(multiprocessing.active_children()) - before == processes
    finally:
        pool.shutdown()
    louvain = gdp.analysis("louvain")
    whole = gdp.compare(karate, gdp.mechanism("edge_flip"), louvain, epsilon=2.0, repeats=6)
    assert cells == [pytest.approx(each, nan_ok=True) for each in whole.repeats]


def test_processes_tell_what_they_find_as_it_comes(processes):
    pairs = [processes.follow(divmod, 7, by) for by in (2, 3)]
    for following, told in zip(pairs, ([3, 1], [2, 1]), strict=True):
        values = []
        while not following.is_over:
            values += following.fresh(0.2)
        assert (values, following.error) == (told, None)
    endless = processes.follow(itertools.count)
    assert endless.fresh(60.0)[0] == 0
    endless.stop()
    while not endless.is_over:
        endless.fresh(0.2)


def test_a_worker_asks_for_a_graph_it_does_not_have():
    star = gdp.Graph.from_edges(30, [(0, i) for i in range(1, 30)])
    assert worker.work(star.fingerprint, None, job()) == NEEDS_GRAPH
    assert set(worker.work(star.fingerprint, star, job())) == set(ANALYSES)
    assert set(worker.work(star.fingerprint, None, job())) == set(ANALYSES)


def test_a_worker_keeps_few_graphs():
    worker._graphs.clear()
    worker._baselines.clear()  # of graphs that other tests measured without sending them
    graphs = [gdp.Graph.from_edges(20, [(0, i)]) for i in range(1, 8)]
    for graph in graphs:
        worker.work(graph.fingerprint, graph, job())
    assert len(worker._graphs) == worker.MOST_GRAPHS
    kept = {graph.fingerprint for graph in graphs[-worker.MOST_GRAPHS :]}
    assert {place[0] for place in worker._baselines} == kept


def test_a_refusal_is_a_cell_and_no_error(karate):
    refusing = {"space": gdp.analysis("spectrum", k=10), "groups": gdp.analysis("louvain")}
    small = gdp.Graph.from_edges(5, [(0, 1), (1, 2)])
    cells = worker.measure(small, job(analyses=refusing))
    assert "k must be below" in cells["space"].refused
    assert cells["groups"].metrics["ari"] <= 1.0
    cells = worker.measure(karate, Job(gdp.mechanism("pamst"), ANALYSES, 1.0, 0, 0))
    assert all("weights" in cell.refused for cell in cells.values())


def test_what_a_job_raises_comes_back(karate):
    pool = Pool(0)
    broken = Job(gdp.mechanism("edge_flip"), {"x": object()}, 1.0, 0, 0)
    with pytest.raises(AttributeError):
        pool.submit(karate, broken).result(60)
    pool.shutdown()


def test_a_pool_that_was_shut_down_starts_again_unless_for_good(karate):
    pool = Pool(0)
    first = pool.submit(karate, job()).result(60)
    pool.shutdown()
    assert pool.submit(karate, job()).result(60) == first
    pool.shutdown(for_good=True)
    ends = pool.submit(karate, job()).exception(60), pool.follow(squares, 3).error
    assert {type(end) for end in ends} == {worker.ShutDown}


def test_the_number_of_workers_can_be_said(monkeypatch):
    monkeypatch.setenv("GRAPHDP_WORKERS", "3")
    assert usual_workers() == 3
    monkeypatch.setenv("GRAPHDP_WORKERS", "many")
    with pytest.raises(Refused, match="GRAPHDP_WORKERS must be an integer from 0, got 'many'"):
        usual_workers()
    monkeypatch.delenv("GRAPHDP_WORKERS")
    assert 1 <= usual_workers() <= 8


def test_the_main_module_is_as_before_after_a_job(karate, processes):
    before = sys.modules["__main__"]
    processes.submit(karate, job()).result(300)
    assert sys.modules["__main__"] is before


SCRIPT = """
    import os, sys
    print("script runs", flush=True)
    import graphdp_core as gdp
    from graphdp_core.experiment.worker import Job
    from graphdp_core.experiment.workers import Pool
    pool = Pool(1)
    job = Job(gdp.mechanism("edge_flip"), {"a": gdp.analysis("louvain")}, 2.0, 0, 0)
    print(len(pool.submit(gdp.load_graph("karate"), job).result(300)), flush=True)
    if sys.argv[1] == "leave":
        os._exit(1)
    pool.shutdown()
"""


@pytest.mark.long
@pytest.mark.parametrize("way", ["shut down", "leave"])
def test_a_script_without_a_guard_is_run_once_and_leaves_no_worker(tmp_path, way):
    script = tmp_path / "page.py"
    script.write_text(textwrap.dedent(SCRIPT))
    # The pipe closes only when all processes that hold it are gone: workers of a script that left
    # at once included.
    done = subprocess.run(
        [sys.executable, str(script), way],
        capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.stdout.split("\n")[:2] == ["script runs", "1"], done.stderr
    assert done.stdout.count("script runs") == 1


@pytest.mark.long
def test_a_warm_worker_takes_jobs_and_is_replaced_when_it_dies(karate):
    pool = Pool(1)
    pool.warm()
    assert set(pool.submit(karate, job()).result(300)) == set(ANALYSES)
    assert len(pool._executor._processes) == 1
    for process in list(pool._executor._processes.values()):
        process.kill()
    assert set(pool.submit(karate, job(repeat=3)).result(300)) == set(ANALYSES)
    pool.shutdown()
    assert threading.active_count() < 30


def squares(count):
    for number in range(count):
        yield number * number


def forever():
    while True:
        time.sleep(0.001)
        yield "more"


def broken():
    yield 1
    raise ValueError("broken")


def all_of(following, seconds=PATIENCE_S):
    values, end = [], time.monotonic() + seconds
    while not following.is_over and time.monotonic() < end:
        values += following.fresh(0.1)
    return values


def test_all_finds_come_in_order(here):
    following = here.follow(squares, 5)
    assert all_of(following) == [0, 1, 4, 9, 16]
    assert following.is_over
    assert following.error is None


def test_what_is_stopped_makes_room_for_what_is_next(here):
    endless = here.follow(forever)
    assert endless.fresh(10.0)
    endless.stop()
    assert all_of(here.follow(squares, 3)) == [0, 1, 4]
    assert all_of(endless) is not None
    assert endless.is_over


def test_an_error_comes_after_what_was_told(here):
    following = here.follow(broken)
    assert all_of(following) == [1]
    assert "ValueError: broken" in str(following.error)


@pytest.mark.long
def test_a_pool_that_ends_lets_nobody_wait(here):
    endless = here.follow(forever)
    waiting = here.follow(squares, 3)  # one thread: it waits behind the endless one
    endless.stop()
    here.shutdown()
    assert all_of(endless, 10.0) is not None
    all_of(waiting, 10.0)
    assert waiting.is_over
