"""Sweeps: the same table from any number of workers, stored cells, and what cannot be measured."""

import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment import worker
from graphdp_core.experiment.cells import CellStore
from graphdp_core.params import Refused

FLIP, LOUVAIN = gdp.mechanism("edge_flip"), gdp.analysis("louvain")


def sweep(graph, mechanisms=(FLIP,), analysis=LOUVAIN, **more):
    return gdp.sweep(graph, mechanisms, analysis, **{"epsilons": [1.0, 4.0], "repeats": 2} | more)


@pytest.mark.long  # that processes give the numbers of one is tested in test_workers.py
def test_two_workers_give_the_table_of_one(karate):
    one = sweep(karate, repeats=3)
    assert sweep(karate, repeats=3, workers=2).equals(one)


def test_a_larger_sweep_measures_only_what_is_new(karate, monkeypatch, tmp_path):
    path, drawn = tmp_path / "cells.sqlite", []
    measure = worker.measure
    monkeypatch.setattr(
        worker, "measure", lambda graph, job: drawn.append(job.epsilon) or measure(graph, job)
    )
    first = sweep(karate, store=path)
    again = sweep(karate, store=CellStore(path), epsilons=[1.0, 2.0, 4.0])
    assert drawn == [1.0, 4.0] * 2 + [2.0] * 2
    rows = again[again.epsilon != 2.0].reset_index(drop=True)
    assert rows.equals(first)


def test_one_release_feeds_every_analysis(karate, monkeypatch):
    drawn = []
    release = type(FLIP)._draw
    monkeypatch.setattr(
        type(FLIP), "_draw", lambda self, graph, **k: drawn.append(1) or release(self, graph, **k)
    )
    table = sweep(karate, analysis=[LOUVAIN, gdp.analysis("centrality")])
    assert len(drawn) == 4
    assert set(table.analysis) == {"louvain", "centrality"}
    alone = sweep(karate, analysis=gdp.analysis("centrality"))
    part = table[table.analysis == "centrality"].drop(columns="analysis").reset_index(drop=True)
    assert part.equals(alone)


def test_nothing_is_written_unless_a_store_is_named(karate, monkeypatch, tmp_path):
    monkeypatch.setenv("GRAPHDP_STORE", str(tmp_path / "cells.sqlite"))
    monkeypatch.chdir(tmp_path)
    sweep(karate)
    assert list(tmp_path.iterdir()) == []


def test_what_a_mechanism_refuses_is_named_and_the_rest_goes_on(karate):
    with pytest.warns(UserWarning, match="LouvainDP at ε = 0"):
        table = sweep(karate, [FLIP, gdp.mechanism("louvain_dp")], epsilons=[0.0, 4.0])
    assert set(zip(table.mechanism, table.epsilon, strict=True)) == {
        ("edge_flip", 0.0), ("edge_flip", 4.0), ("louvain_dp", 4.0),
    }  # fmt: skip
    assert len(table.attrs["failed"]) == 1


def test_a_release_that_breaks_is_named_and_the_rest_goes_on(karate, monkeypatch):
    draw = type(FLIP)._draw

    def breaks(self, graph, *, epsilon, **more):
        if epsilon == 4.0:
            raise ZeroDivisionError("a mistake")
        return draw(self, graph, epsilon=epsilon, **more)

    monkeypatch.setattr(type(FLIP), "_draw", breaks)
    with pytest.warns(UserWarning, match="edgeFlip at ε = 4, draw 0: ZeroDivisionError: a mistake"):
        table = sweep(karate, repeats=1)
    assert set(table.epsilon) == {1.0}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"epsilons": []}, "epsilons must hold at least one number"),
        ({"epsilons": [1.0, 2.0, 1.0]}, "epsilons must differ, and 1 stands there twice"),
        ({"epsilons": [math.nan]}, "epsilon must be a number from 0 to 5000, got nan"),
        ({"repeats": 0}, "repeats must be an integer from 1, got 0"),
        ({"workers": 0}, "workers must be an integer from 1, got 0"),
        ({"mechanisms": []}, "mechanisms must hold at least one"),
        ({"mechanisms": [FLIP, FLIP]}, "edge_flip stands there twice"),
        ({"mechanisms": [gdp.mechanism("pamst")]}, "pamst releases a tree"),
        ({"vary": {"theta": [1.0]}}, "vary: no parameter 'theta'"),
        ({"vary": {"max_flips": "12"}}, "vary"),
        ({"most": 3}, r"4 releases and would take about .* most=4"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_sentence(karate, more, sentence):
    with pytest.raises(Refused, match=sentence):
        sweep(karate, **more)


def test_any_parameter_can_be_varied(karate):
    table = sweep(
        karate, analysis=gdp.analysis("spectrum"), vary={"k": [2, 3]}, epsilons=[2.0, 8.0]
    )
    assert list(table.columns[:2]) == ["mechanism", "k"]
    for k in (2, 3):
        alone = sweep(karate, analysis=gdp.analysis("spectrum", k=k), epsilons=[2.0, 8.0])
        part = table[table.k == k]
        assert np.array_equal(part.value, alone.value, equal_nan=True)


def test_a_value_out_of_range_is_refused_before_anything_is_measured(karate):
    with pytest.raises(Refused, match="k must be"):
        sweep(karate, analysis=gdp.analysis("spectrum"), vary={"k": [0]})


def test_parameters_of_a_generator_are_varied_with_a_new_graph_for_every_repeat():
    maker = gdp.generator("erdos_renyi", n=30, p=0.2)
    table = sweep(maker, epsilons=[2.0], vary={"n": [20, 40]}, analysis=gdp.analysis("overview"))
    assert table.groupby("n").size().nunique() == 1
    flipped = gdp.generate("erdos_renyi", n=40, p=0.2, seed=1)
    alone = sweep(flipped, epsilons=[2.0], analysis=gdp.analysis("overview"))
    mine = table[(table.n == 40) & (table.repeat == 1)].value.to_numpy()
    np.testing.assert_array_equal(mine, alone[alone.repeat == 1].value.to_numpy())


def test_a_parameter_of_a_generator_cannot_be_varied_on_a_given_graph(karate):
    with pytest.raises(Refused, match="no parameter 'n'"):
        sweep(karate, vary={"n": [20, 40]})
