"""Scales of a frontier: what an epsilon is on each of them, and where the lead changes."""

import math

import numpy as np
import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.frontier import SCALES, crossings, on_scale, unit_of
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Refused

SCALE = {scale.id: scale for scale in SCALES}
LAPLACE, FLIP = gdp.mechanism("laplace_flip"), gdp.mechanism("edge_flip")
TABLE = pd.DataFrame(
    [(m.id, e, 0, "ari", e / 10) for m in (LAPLACE, FLIP) for e in (1.0, 4.0)],
    columns=["mechanism", "epsilon", "repeat", "metric", "value"],
)


def places(id, **more):
    return on_scale(TABLE, SCALE[id], [LAPLACE, FLIP], **more)["x"].tolist()


def test_mechanisms_of_one_distribution_lie_on_each_other_by_exact_epsilon():
    exact = LAPLACE.guarantee(4.0).effective_epsilon
    assert places("exact") == [LAPLACE.guarantee(1.0).effective_epsilon, exact, 1.0, 4.0]
    assert places("nominal") == [1.0, 4.0, 1.0, 4.0]
    assert places("per_log_n", unit=2.0)[1] == pytest.approx(exact / 2)


def test_the_belief_starts_from_the_prior_chosen():
    odds = math.exp(4.0) / 99
    assert places("belief", prior=0.01)[3] == pytest.approx(odds / (1 + odds))


def test_the_breakdown_epsilon_is_that_of_the_second_direction():
    karate = gdp.load_graph("karate")
    matrix = np.zeros((karate.n, karate.n))
    matrix[tuple(karate.edges.T)] = 1
    second = sorted(abs(np.linalg.eigvalsh(matrix + matrix.T)))[-2]
    expected = 2 * math.asinh(math.sqrt(karate.n) / (2 * second))
    assert unit_of(SCALE["per_breakdown"], karate) == pytest.approx(expected, rel=1e-3)


def test_a_graph_without_a_second_direction_is_refused():
    for scale in ("per_breakdown", "per_log_n"):
        with pytest.raises(Refused, match="another scale"):
            unit_of(SCALE[scale], Graph.from_edges(1, []))


def test_the_lead_changes_where_the_medians_cross_and_nowhere_else():
    rows = [(m, x, y) for m, ys in {"a": (1, 2, 3), "b": (2, 2.5, 1)}.items()
            for x, y in zip((1.0, 2.0, 3.0), ys, strict=True)]  # fmt: skip
    table = pd.DataFrame(rows, columns=["mechanism", "x", "value"]).assign(metric="e")
    (one,) = crossings(table, Metric("e", "E", ""))
    assert (one.before, one.after) == ("b", "a")
    assert one.x == pytest.approx(2.2, abs=0.01)
    (other,) = crossings(table, Metric("e", "E", "", better="lower"))
    assert (other.before, other.after) == ("a", "b")
    assert crossings(table, Metric("e", "E", "", better="neither")) == []


@pytest.mark.long
def test_a_lead_that_luck_explains_is_none():
    rng = np.random.default_rng(0)

    def crossed(gap):
        """How often of 60 sweeps a crossing is named, of curves so far apart at both ends."""
        rows = [
            ("a" if sign < 0 else "b", x, sign * gap * (x - 2.0))
            for sign in (-1, 1)
            for x in (1.0, 1.5, 2.5, 3.0)
            for _ in range(10)
        ]
        table = pd.DataFrame(rows, columns=["mechanism", "x", "middle"]).assign(metric="e")
        values = [
            crossings(
                table.assign(value=table["middle"] + rng.normal(0, 1, len(table))),
                Metric("e", "E", ""),
            )
            for _ in range(60)
        ]
        return sum(map(bool, values))

    # Four places of one law: a false lead on both sides is rarer than 4 in 1000 sweeps:
    # four in 60 once in 10,000.
    assert crossed(0.0) <= 3
    assert crossed(2.0) >= 55  # four standard deviations apart
