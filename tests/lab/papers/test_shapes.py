"""The claims about the shape of edge privacy, computed small."""

import numpy as np
import pytest

from graphdp_core.lab.papers.shapes import (
    LAWS,
    POINT,
    ShapeClustering,
    ShapeClusters,
    ShapeControls,
    ShapeConvergence,
    ShapeFlips,
)
from graphdp_core.lab.papers.study import Table


def mean(cell: str) -> float:
    return float(cell.split(" ± ", maxsplit=1)[0])


def test_clusters_move_together_by_the_root_of_the_contrast() -> None:
    # From epsilon 1 on the mean ratio of 2 draws is within 0.02 of the theory; the interval of
    # 10 draws of 600 nodes is 0.003.
    rows = ShapeClusters(n=300, repeats=2).run().rows
    late = rows[rows["ε"] >= 1.0]
    np.testing.assert_allclose(late["measured"], late["theory"], atol=0.02)
    assert rows["theory"].is_monotonic_increasing


def test_at_the_same_exact_epsilon_both_flips_are_one_mechanism() -> None:
    rows = ShapeFlips(repeats=3, largest=200).run().rows
    assert rows["edgeFlip"].tolist() == rows["LaplaceFlip, same exact ε"].tolist()
    assert rows["n"].tolist() == [50, 100, 200]
    gap = [mean(b) - mean(a) for a, b in zip(rows["edgeFlip"], rows.iloc[:, 3], strict=True)]
    assert sum(gap) > 0


@pytest.mark.long
def test_rings_show_the_advantage_of_topology_and_arcs_do_not() -> None:
    rows = ShapeClustering(n=300, repeats=2).run().rows.set_index(["graph", "ε"])
    assert mean(rows.loc[("two rings", 8.0), "ToMATo"]) > 0.9
    for plain in ("k-means", "spectral clustering"):
        assert mean(rows.loc[("two rings", 8.0), plain]) < 0.3
    eight = rows.loc[("figure eight", 8.0)]
    assert mean(eight["spectral clustering"]) > mean(eight["ToMATo"])
    assert mean(rows.loc[("three blocks", 4.0), "k-means"]) > 0.95


@pytest.fixture(scope="module")
def convergence() -> Table:
    return ShapeConvergence(repeats=2, largest=800).run()


@pytest.mark.long
def test_private_diagrams_converge_up_to_size(convergence: Table) -> None:
    # 10 draws fall from 0.157 +- 0.04 to 0.070 +- 0.01, and from 0.105 +- 0.03 to 0.048 +- 0.01.
    rows = convergence.rows.set_index("n")
    for name in ("W, own size", "W, adjusted", "W, log shift, DTM"):
        assert mean(rows.loc[800, name]) < 0.75 * mean(rows.loc[100, name])
    shrink = np.sqrt(np.tanh(1.0))
    assert mean(rows.loc[800, "best size"]) == pytest.approx(shrink, abs=0.08)


@pytest.mark.long
def test_without_a_scale_a_floor_remains(convergence: Table) -> None:
    # The longest loop dies at 0.65 and shrinks by 1 - 0.873; half of that after the best shift.
    rows = convergence.rows.set_index("n")
    assert mean(rows.loc[800, "plain W"]) > 0.08
    assert mean(rows.loc[800, "W, additive shift"]) > 0.04
    assert mean(rows.loc[800, "W, log shift"]) > 2 * mean(rows.loc[800, "W, log shift, DTM"])


@pytest.mark.long
def test_every_law_is_measured_and_one_point_has_no_shape() -> None:
    table = ShapeControls(repeats=2, largest=200).run()
    rows = table.rows.set_index("positions")
    assert list(rows.index) == list(LAWS)
    assert list(table.columns) == list(table.rows.columns)
    # A circle's loop dies at 0.71; the loops of noise at n = 200 are shorter than 0.06.
    assert mean(rows.loc["circle", "to the whole shape"]) < 0.2
    assert mean(rows.loc[POINT, "to the whole shape"]) < 0.06
