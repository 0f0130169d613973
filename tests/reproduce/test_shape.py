"""The claims about the shape of edge privacy, computed small."""

import numpy as np
import pytest

from graphdp_core.reproduce.shape_clusters import ShapeClustering, ShapeClusters
from graphdp_core.reproduce.shape_diagrams import ShapeBlocks, ShapeConvergence, ShapeFlips


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


@pytest.mark.statistical
def test_rings_show_the_advantage_of_topology_and_arcs_do_not() -> None:
    rows = ShapeClustering(n=300, repeats=2).run().rows.set_index(["graph", "ε"])
    assert mean(rows.loc[("two rings", 8.0), "ToMATo"]) > 0.9
    assert mean(rows.loc[("two rings", 8.0), "k-means"]) < 0.3
    assert mean(rows.loc[("three blocks", 4.0), "k-means"]) > 0.95


def test_the_distance_up_to_size_is_below_the_one_on_the_log_scale() -> None:
    rows = ShapeConvergence(repeats=2, largest=200).run().rows
    for _, row in rows.iterrows():
        assert mean(row["shift-invariant W"]) <= mean(row["log W"])
        assert mean(row["best change of size"]) < 1.0


def test_the_table_of_block_models_has_a_row_for_every_cell() -> None:
    seen: list[float] = []
    table = ShapeBlocks(repeats=2, largest=100).run(progress=lambda f, text: seen.append(f))
    assert len(table.rows) == 10
    assert set(table.rows.columns) == {"n", "ε", "H0", "H1", "H2"}
    assert set(table.columns) == set(table.rows.columns)
    assert mean(table.rows["H0"].iloc[4]) < mean(table.rows["H0"].iloc[0])
    assert seen == sorted(seen)
