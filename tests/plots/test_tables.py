"""Tables by kind: every kind has one, and its rows are those of the results."""

from __future__ import annotations

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.kinds import KINDS
from graphdp_core.plots.tables import metric_table

KARATE = gdp.load_graph("karate")
ANALYSES = ("overview", "spectral", "persistence", "louvain", "spanning_tree", "centrality",
            "spectrum")  # fmt: skip


def comparison(analysis: str) -> Comparison:
    flip = gdp.mechanism("edge_flip")
    return gdp.compare(KARATE, flip, gdp.analysis(analysis), epsilon=3.0, seed=2)


def test_every_kind_of_result_has_its_tables() -> None:
    assert all(kind.tables for kind in KINDS.values())
    keys = [table.key for kind in KINDS.values() for table in kind.tables]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("analysis", ANALYSES)
def test_every_table_can_be_made_and_saved(analysis: str) -> None:
    c = comparison(analysis)
    for table in KINDS[c.baseline.kind].tables:
        rows = table.rows(c)
        assert len(rows)
        assert rows.columns.is_unique
        assert rows.to_csv(index=False)


@pytest.mark.parametrize(
    ("analysis", "key"),
    [("spectral", "positions"), ("louvain", "communities"), ("centrality", "scores"),
     ("spectrum", "eigenvectors")],
)  # fmt: skip
def test_tables_of_nodes_have_a_row_for_every_node(analysis: str, key: str) -> None:
    c = comparison(analysis)
    table = next(t for t in KINDS[c.baseline.kind].tables if t.key == key)
    assert sorted(table.rows(c)["node"]) == sorted(KARATE.name(i) for i in range(KARATE.n))


def test_tree_edges_are_counted_once_and_say_where_they_are() -> None:
    c = comparison("spanning_tree")
    rows = KINDS["spanning_tree"].tables[0].rows(c)
    shared = rows["in"] == "both"
    for side, word in ((c.baseline, "without privacy only"), (c.private, "private only")):
        assert int(shared.sum() + (rows["in"] == word).sum()) == len(side.edges)


def test_matching_communities_have_the_same_number() -> None:
    c = comparison("louvain")
    same = gdp.compare(
        KARATE, gdp.mechanism("edge_flip"), c.analysis, epsilon=3.0, release=KARATE
    )  # fmt: skip
    rows = KINDS["partition"].tables[0].rows(same)
    np.testing.assert_array_equal(rows["private"], rows["without privacy"])


def test_every_metric_has_a_row() -> None:
    c = comparison("spectral")
    rows = metric_table(c)
    assert list(rows["Metric"]) == [metric.label for metric in c.analysis.metrics]
    assert rows["Meaning"].str.len().min() > 10


@pytest.mark.parametrize("kind", gdp.ANALYSES, ids=[kind.id for kind in gdp.ANALYSES])
def test_the_headline_names_metrics_of_the_analysis(kind: type) -> None:
    analysis = gdp.analysis(kind.id)
    shown = analysis.headline(KARATE)
    assert 3 <= len(shown) == len(set(shown)) <= 6
    assert set(shown) <= {metric.id for metric in analysis.metrics}
