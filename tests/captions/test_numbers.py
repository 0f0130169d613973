"""Numbers leave with their promise, all their digits, and no cell that a spreadsheet would run."""

import csv
import io
import re

import numpy as np
import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.captions.numbers import (
    chart_table,
    metric_numbers,
    numbers_csv,
    pair_table,
    tables_of,
)
from graphdp_core.plots.kinds import kind_named
from graphdp_core.plots.kinds.drawn import chart_of, pair_of


@pytest.fixture(scope="module")
def comparison():
    return gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis("louvain"),
        epsilon=2.0, seed=5, repeats=2,
    )  # fmt: skip


def test_every_metric_comes_back_to_the_last_digit(comparison):
    text = numbers_csv(comparison, metric_numbers(comparison))
    table = pd.read_csv(io.StringIO(text), comment="#", dtype={"value": str})
    values = dict(zip(table["metric"], map(float, table["value"]), strict=True))
    assert values.keys() == comparison.metrics.keys()
    for name, value in comparison.metrics.items():
        assert values[name] == value or (np.isnan(values[name]) and np.isnan(value))
    assert {"repeat 0", "repeat 1"} <= set(table.columns)


def test_the_head_says_graph_mechanism_epsilon_draw_and_promise(comparison):
    head = [line for line in numbers_csv(comparison, metric_numbers(comparison)).splitlines()
            if line.startswith("#")]  # fmt: skip
    said = "\n".join(head)
    for words in ("Karate club", "edgeFlip", "ε = 2", "Noise draw: 5", "not private", "numpy"):
        assert words in said
    assert comparison.guarantee.statement() in said


def test_no_cell_is_a_formula_in_the_head_as_little_as_in_the_table():
    names = ['=cmd("x")', "+1+1", "-2+3", "@SUM(A1)", "\t=x", "plain", "a,=b"]
    graph = gdp.Graph.from_edges(
        7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)], names=names,
        title='friends, =cmd("x")\n=2+2; @x',
    )  # fmt: skip
    c = gdp.compare(graph, gdp.mechanism("edge_flip"), gdp.analysis("louvain"), epsilon=2.0)
    for table in (tables_of(c)["Everyone's community"](), pair_table(pair_of(c))):
        text = numbers_csv(c, table)
        for separator in ",;":
            for row in csv.reader(io.StringIO(text), delimiter=separator):
                for cell in row:
                    if not re.fullmatch(r"-?[\d.e-]+", cell) and separator == ",":
                        assert not re.match(r"\s*[=+\-@]", cell), cell
        heads = [line for line in text.splitlines() if line.startswith("#")]
        assert all(re.search(r"[,;]\s*[=+@]", line) is None for line in heads)


def test_what_a_pair_draws_is_there(comparison):
    pair = pair_of(comparison)
    table = pair_table(pair)
    nodes = table[(table["what"] == "node") & (table["side"] == "private")]
    np.testing.assert_array_equal(nodes[["x", "y"]].to_numpy("f4"), pair.private.positions)
    drawn = sum(len(pairs) for picture in pair.pictures for pairs in picture.edges.values())
    assert table["what"].str.startswith("edge").sum() == drawn > 0


@pytest.mark.parametrize("id", ["persistence", "centrality", "spectrum"])
def test_what_a_chart_draws_is_there(id):
    c = gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis(id), epsilon=2.0
    )
    chart = chart_of(c)
    table = chart_table(chart)
    assert len(table) == sum(len(m.places) for p in chart.panels for m in p.marks)
    assert not kind_named(c.baseline.kind).picture
