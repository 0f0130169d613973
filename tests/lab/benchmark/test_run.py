"""The benchmark: what is measured, what is not measured twice, and who wins."""

import math

import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.cells import CellStore
from graphdp_core.lab.benchmark import run as benchmark
from graphdp_core.lab.benchmark.run import GRAPHS, METHODS, chosen, run_benchmark, wins
from graphdp_core.params import Refused

KARATE = gdp.load_graph("karate")
TWO = chosen(METHODS, ["Chung-Lu", "Top-m filter"], "method")


def test_a_second_run_takes_everything_from_the_store(monkeypatch):
    store = CellStore()
    first = run_benchmark({"karate": KARATE}, TWO, epsilons=[1.0, 4.0], draws=2, store=store)
    assert len(first.table) == 2 * 2 * 2 * 15
    assert len(store) == 8

    class Unused:
        workers = 1

        def submit(self, graph, job):
            raise AssertionError("measured again")

    monkeypatch.setattr(benchmark, "opened", lambda *_: _context(Unused()))
    again = run_benchmark({"karate": KARATE}, TWO, epsilons=[1.0, 4.0], draws=2, store=store)
    pd.testing.assert_frame_equal(first.table, again.table)


def test_a_method_that_refuses_a_graph_is_named_and_the_others_go_on():
    small = gdp.generate("erdos_renyi", n=2, p=1.0, seed=0)
    done = run_benchmark({"two": small}, METHODS, epsilons=[1.0], draws=1)
    assert ("two", "Private BTER", 1.0) in {case[:3] for case in done.refused}
    assert "Chung-Lu" in set(done.table["method"])


def test_wins_are_shared_and_nan_never_wins():
    rows = [
        ("a", method, 1.0, draw, query, error)
        for draw in (0, 1)
        for query, errors in (
            ("edges", {"x": 0.1, "y": 0.1, "z": 0.3}),
            ("triangles", {"x": 0.4, "y": 0.2, "z": math.nan}),
            ("nodes", {"x": 0.0, "y": 0.0, "z": 0.0}),
            ("diameter", {"x": math.nan, "y": math.nan, "z": math.nan}),
        )
        for method, error in errors.items()
    ]
    names = ["graph", "method", "epsilon", "draw", "query", "error"]
    outcome = wins(pd.DataFrame(rows, columns=names))
    assert outcome[1.0].to_dict() == {"x": 0.5, "y": 1.5, "z": 0.0}


def test_bad_input_gets_one_clear_sentence():
    with pytest.raises(Refused, match="graph must be one of 'email-eu-core', 'ego"):
        chosen(GRAPHS, ["moon"], "graph")
    with pytest.raises(Refused, match="epsilons must"):
        run_benchmark({"karate": KARATE}, TWO, epsilons=[])


class _context:
    def __init__(self, pool):
        self.pool = pool

    def __enter__(self):
        return self.pool

    def __exit__(self, *_):
        return None
