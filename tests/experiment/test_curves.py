"""Curves: the same numbers on any workers, coarse first, nothing measured twice."""

import math
import time

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment import curves as module
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.curves import BOARD_EPSILONS, start
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.experiment.survival import CHANCE_DRAWS, chance_level, judge
from graphdp_core.experiment.workers import Pool

ANALYSES = {"communities": gdp.analysis("louvain"), "top_nodes": gdp.analysis("centrality")}
STOPS = (0.0, 1.0, 4.0, 20.0)
FLIP = gdp.mechanism("edge_flip")


def run(graph, pool, *, mechanism=FLIP, analyses=ANALYSES, store=None, repeats=3):
    outcome = start(
        graph, mechanism, analyses, epsilons=STOPS, repeats=repeats, store=store, pool=pool
    )
    assert outcome.wait(300)
    return outcome


def test_the_stops_of_the_board_are_the_sliders():
    assert len(BOARD_EPSILONS) == 14
    assert set(BOARD_EPSILONS) - {0.0} <= set(EPSILONS)


def test_curves_rise_from_chance_to_the_true_result(karate, here):
    outcome = run(karate, here)
    for name in ANALYSES:
        curve = outcome.curve(name)
        assert curve.epsilons.tolist() == list(STOPS)
        assert curve.middle[0] < 0.3
        assert curve.middle[-1] == 1.0
        assert (curve.low <= curve.middle).all()
        assert (curve.middle <= curve.high).all()
        assert outcome.mark(name) in STOPS
    assert (outcome.done, outcome.total) == (1 + CHANCE_DRAWS + 12, 1 + CHANCE_DRAWS + 12)
    assert outcome.failed == ()


def test_scores_are_those_of_a_comparison(karate, here):
    outcome = run(karate, here)
    louvain = ANALYSES["communities"]
    c = gdp.compare(karate, FLIP, louvain, epsilon=4.0, repeats=3)
    expected = judge(louvain, c.repeats, chance_level(karate, FLIP, louvain))
    assert outcome.survival("communities", 4.0) == expected
    assert outcome.survival("communities", 3.0) is None


@pytest.mark.long
def test_two_processes_give_the_same_curves_as_none(karate, here):
    pool = Pool(2)
    for ours, theirs in zip(_tables(run(karate, pool)), _tables(run(karate, here)), strict=True):
        assert np.array_equal(ours, theirs)
    pool.shutdown()


def _tables(found):
    return [column for name in ANALYSES for column in found.curve(name)]


def test_the_first_draws_come_coarse_then_fine_and_chance_before_them():
    jobs = module._jobs(FLIP, ANALYSES, BOARD_EPSILONS, 10, 0)
    assert len(jobs) == 1 + CHANCE_DRAWS + 140
    assert jobs[0].mechanism is None
    assert [job.seed for job in jobs[1:3]] == [module.CHANCE_SEED] * 2
    assert [job.epsilon for job in jobs[3:8]] == [0.0, 1.0, 2.5, 5.0, 10.0]
    assert [job.repeat for job in jobs[3:17]] == [0] * 14
    usual = jobs[3 + 14 + CHANCE_DRAWS - 2 :][:9]
    assert [(job.epsilon, job.repeat) for job in usual] == [(3.0, k) for k in range(1, 10)]
    assert len({(job.mechanism, job.epsilon, job.seed, job.repeat) for job in jobs}) == len(jobs)


def test_only_what_is_missing_is_measured(karate, here):
    store, asked = CellStore(), []
    run(karate, here, store=store, analyses={"communities": ANALYSES["communities"]}, repeats=2)

    class Watched(Pool):
        def submit(self, graph, job):
            asked.append(job)
            return super().submit(graph, job)

    run(karate, Watched(0), store=store, repeats=3)
    assert {name for job in asked if job.repeat < 2 for name in job.analyses} == {"top_nodes"}
    assert {name for job in asked if job.repeat == 2 for name in job.analyses} >= {"communities"}


def test_cells_stay_in_memory_unless_a_store_is_given(karate, here, tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHDP_STORE", str(tmp_path / "cells.sqlite"))
    run(karate, here, repeats=1)
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_run_ends_and_keeps_what_it_has(karate, here):
    outcome = start(karate, FLIP, ANALYSES, repeats=50, pool=here)
    while outcome.done < 10:
        assert not outcome.wait(0.01)
    outcome.stop()
    assert outcome.wait(60)
    assert not outcome.is_running
    assert 10 <= outcome.done < outcome.total
    assert len(outcome.curve("communities").epsilons) > 0


def test_when_nobody_looks_any_more_it_pauses_and_goes_on_with_the_next_look(karate, here):
    clock = [0.0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", lambda: clock[0])
        outcome = start(karate, FLIP, ANALYSES, epsilons=STOPS, pool=here, patience=15.0)
        clock[0] = 15.1
        for _ in range(2):  # the second is behind all that was begun
            here.submit(karate, module.Job(None, {}, 0.0, 0, 0)).result(60)
        left = outcome.done
        assert left < outcome.total
        assert outcome.is_running
        here.submit(karate, module.Job(None, {}, 0.0, 0, 0)).result(60)
        assert outcome.done == left
        outcome.look()
        assert outcome.wait(60)
    assert outcome.done == outcome.total


def test_a_mechanism_that_starts_above_zero_has_a_stop_at_zero(karate, here):
    communities = {"communities": ANALYSES["communities"]}
    outcome = run(karate, here, mechanism=gdp.mechanism("louvain_dp"), analyses=communities)
    assert outcome.curve("communities").epsilons.tolist() == list(STOPS)


def test_what_is_refused_is_told_and_leaves_no_point(here):
    small = gdp.Graph.from_edges(5, [(0, 1), (1, 2), (2, 3)])
    analyses = {"communities": gdp.analysis("louvain"), "spectrum": gdp.analysis("spectrum")}
    outcome = run(small, here, analyses=analyses)
    assert "k must be below" in outcome.refused["spectrum"]
    assert len(outcome.curve("spectrum").epsilons) == 0
    assert outcome.mark("spectrum") is None
    assert len(outcome.curve("communities").epsilons) == 4


def test_a_job_that_breaks_is_named_and_the_rest_goes_on(karate, here, monkeypatch):
    from graphdp_core.analyses.louvain import Louvain

    run_louvain = Louvain._run

    def breaks(self, graph, **more):
        if graph.noise is not None and math.isclose(
            graph.noise.false_positive_rate, 0.2689, abs_tol=1e-4
        ):
            raise ZeroDivisionError("a mistake")
        return run_louvain(self, graph, **more)

    monkeypatch.setattr(Louvain, "_run", breaks)
    outcome = run(karate, here, repeats=1)
    assert outcome.failed == ("edgeFlip at ε = 1, draw 0: ZeroDivisionError: a mistake",)
    assert outcome.curve("communities").epsilons.tolist() == [0.0, 4.0, 20.0]
    assert outcome.done == outcome.total


def test_a_verdict_over_all_draws_of_the_usual_stop_is_the_last_word_on_it(karate, here):
    """Other stops have one draw each by then; what is said is what is said at the end."""

    def measured(jobs):
        outcome = module.Curves(
            karate, ANALYSES, jobs, store=CellStore(), pool=here, patience=math.inf
        )
        assert outcome.wait(300)
        return outcome

    jobs = module._jobs(FLIP, ANALYSES, (1.0, 3.0, 4.0), 3, 0)
    first = [job for job in jobs if job.repeat == 0 or job.seed == module.CHANCE_SEED]
    whole, few, fewer = measured(jobs), measured(jobs[: len(first) + 2]), measured(first[:-1])
    fewer._jobs = tuple(jobs)
    for name in ANALYSES:
        assert few.is_settled(name)
        assert repr(few.survival(name, 3.0)) == repr(whole.survival(name, 3.0))
        assert few.survival(name, 4.0).draws == 1
        assert not fewer.is_settled(name)
