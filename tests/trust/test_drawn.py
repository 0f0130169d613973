"""Graphs drawn from released degrees: simple, near the degrees, and the same whoever draws them."""

import numpy as np
import pytest
from pyarrow import parquet
from scipy import stats

from graphdp_core.estimates.asked import Given
from graphdp_core.params import Refused
from graphdp_core.results import Counts, Degrees, Mixing
from graphdp_core.trust import drawn as module
from graphdp_core.trust.drawn import check_drawn, draw


def given(counts, release="a"):
    """A release of so many nodes of degree 0, 1, ..."""
    return Given(Degrees(np.array(counts, dtype=np.float64)), certificate={"is": release})


def mixed(counts, sizes, release="a"):
    """A release of the ties between groups, row by row, and of how many nodes each group has."""
    table = np.zeros((len(sizes), len(sizes)))
    table[np.triu_indices(len(sizes))] = counts
    made = Mixing.of(table, tuple("abcdefghij"[: len(sizes)]), tuple(sizes))
    return Given(made, certificate={"is": release})


@pytest.fixture
def heavy(monkeypatch):
    """Degrees with a long tail, in many blocks, of which one node may be more."""
    monkeypatch.setattr(module, "BLOCK", 200)
    rng = np.random.default_rng(2)
    degrees = np.minimum((2.0 * rng.pareto(1.8, 3_000) + 1.0).astype(np.int64), 300)
    return np.bincount(degrees)


def ends(path):
    """Both, as columns."""
    table = parquet.read_table(path)
    return np.array([table[name].to_numpy() for name in ("source", "target")])


@pytest.mark.parametrize("kind", ["degrees", "groups"])
def test_one_two_and_eight_workers_write_the_same_bytes(heavy, tmp_path, kind):
    release = given(heavy) if kind == "degrees" else mixed([900, 1_200, 600], [60, 70])
    written = set()
    for workers in (1, 2, 8):
        draw(release, tmp_path / "g.parquet", workers=workers)
        written.add((tmp_path / "g.parquet").read_bytes())
    assert len(written) == 1
    assert parquet.ParquetFile(tmp_path / "g.parquet").num_row_groups > 10


def test_the_graph_is_simple_and_has_the_degrees_of_hubs_too(heavy, tmp_path, monkeypatch):
    made = draw(given(heavy), tmp_path / "g.parquet")
    u, v = ends(tmp_path / "g.parquet")
    assert (u < v).all()
    numbers = u * made.n + v
    assert (np.diff(numbers) > 0).all(), "in order, each once"
    there = np.bincount(np.concatenate((u, v)), minlength=made.n)
    wanted = np.repeat(np.arange(len(heavy)), heavy)
    assert (there <= wanted).all()
    assert (made.lost, wanted.sum() - there.sum()) == (0, wanted.sum() % 2)
    monkeypatch.setattr(module, "MOST_LOOKED", -1)
    lost = draw(given(heavy), tmp_path / "g.parquet").lost
    assert 0 < lost < 0.03 * made.m, "what finds no place is left out, and told"


def test_every_pair_of_groups_has_the_released_ties_and_no_pair_is_joined_twice(tmp_path):
    sizes, counts = [50, 1, 70, 0, 30], [40, 9, 0, 0, 5, 0, 30, 0, 2, 500, 0, 80, 0, 0, 100]
    made = draw(mixed(counts, sizes), tmp_path / "g.parquet")
    u, v = ends(tmp_path / "g.parquet")
    assert (u < v).all()
    assert len(np.unique(u * made.n + v)) == len(u) == made.m == sum(counts)
    group = np.repeat(np.arange(5), sizes)
    there = np.zeros((5, 5))
    np.add.at(there, (group[u], group[v]), 1)
    assert there[np.triu_indices(5)].tolist() == counts
    assert check_drawn(mixed(counts, sizes), tmp_path / "g.parquet") == made.m


@pytest.mark.parametrize(
    ("counts", "sizes", "there"),
    [
        ([-4, 10, 8], [10, 10], [0, 8, 6]),  # one number less each: the sum stays 14
        ([0, 30, 8], [4, 6], [3, 24, 11]),  # all 24 pairs, and what is over among the others
        ([-4, -3, -2], [10, 10], [0, 0, 0]),
        ([], [], []),
    ],
)
def test_counts_that_no_graph_has_become_possible(counts, sizes, there):
    assert module._OfGroups(mixed(counts, sizes).released, "a").counts.tolist() == there


def test_ties_of_groups_fall_as_an_independent_sampler_draws_them():
    """Fails by chance once in 10,000 runs of other keys, each half of it."""
    sizes, counts, runs = [3, 3], [2, 4, 1], 500
    cells = [[(0, 1), (0, 2), (1, 2)], [(a, b) for a in range(3) for b in range(3, 6)],
             [(3, 4), (3, 5), (4, 5)]]  # fmt: skip
    rng, seen, triangles = np.random.default_rng(4), np.zeros((6, 6)), np.zeros((2, 5), dtype=int)
    for run in range(runs):
        plan = module._OfGroups(mixed(counts, sizes).released, str(run))
        ours = np.zeros((6, 6))
        for work in plan.works(1):
            ours[np.divmod(work(), 6)] = 1
        seen += ours
        pairs = [cell[k] for cell, m in zip(cells, counts, strict=True)
                 for k in rng.choice(len(cell), m, replace=False)]  # fmt: skip
        other = np.zeros((6, 6))
        other[tuple(np.transpose(pairs))] = 1
        for row, one in zip(triangles, (ours, other), strict=True):
            row[int(np.trace(np.linalg.matrix_power(one + one.T, 3))) // 6] += 1
    for cell, m in zip(cells, counts, strict=True):
        n, expected = len(cell), runs * m / len(cell)
        times = np.array([seen[pair] for pair in cell])
        square = ((times - expected) ** 2).sum() / expected * (n - 1) / (n - m)
        assert stats.chi2.sf(square, n - 1) > 1e-4 / 6
    assert stats.chi2_contingency(triangles[:, triangles.sum(axis=0) > 10]).pvalue > 1e-4 / 2


@pytest.mark.parametrize(("counts", "ties"), [([], 0), ([4], 0), ([0, 2], 1), ([1, 3], 1)])
def test_the_smallest_graphs(tmp_path, counts, ties):
    made = draw(given(counts), tmp_path / "g.parquet")
    assert (made.n, made.m) == (sum(counts), ties)
    assert check_drawn(given(counts), tmp_path / "g.parquet") == ties


def test_only_the_graph_of_the_release_passes(heavy, tmp_path):
    path = tmp_path / "g.parquet"
    made = draw(given(heavy), path)
    assert check_drawn(given(heavy), path) == made.m
    table = parquet.read_table(path)
    parquet.write_table(table[:-1], path, row_group_size=500)
    with pytest.raises(Refused, match=r"g\.parquet is not the graph that the release draws"):
        check_drawn(given(heavy), path)
    draw(given(heavy, "b"), path)
    with pytest.raises(Refused, match="is not the graph"):
        check_drawn(given(heavy), path)


def test_what_holds_its_numbers_is_not_drawn(tmp_path):
    counts = Given(Counts(np.array([3.0]), ("edges",)), certificate={"is": "a"})
    with pytest.raises(Refused, match="only releases by dk_series and group_mixing"):
        draw(counts, tmp_path / "g.parquet")
    assert not (tmp_path / "g.parquet").exists()
