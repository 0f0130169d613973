"""Graphs drawn from released degrees: simple, near the degrees, and the same whoever draws them."""

import numpy as np
import pytest
from pyarrow import parquet

from graphdp_core.estimates.asked import Given
from graphdp_core.params import Refused
from graphdp_core.results import Counts, Degrees
from graphdp_core.trust import drawn as module
from graphdp_core.trust.drawn import check_drawn, draw


def given(counts, release="a"):
    """A release of so many nodes of degree 0, 1, ..."""
    return Given(Degrees(np.array(counts, dtype=np.float64)), certificate={"is": release})


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


def test_one_two_and_eight_workers_write_the_same_bytes(heavy, tmp_path):
    written = set()
    for workers in (1, 2, 8):
        draw(given(heavy), tmp_path / "g.parquet", workers=workers)
        written.add((tmp_path / "g.parquet").read_bytes())
    assert len(written) == 1
    assert parquet.ParquetFile(tmp_path / "g.parquet").num_row_groups > 10


def test_the_graph_is_simple_and_has_nearly_the_degrees(heavy, tmp_path):
    made = draw(given(heavy), tmp_path / "g.parquet")
    u, v = ends(tmp_path / "g.parquet")
    assert (u < v).all()
    numbers = u * made.n + v
    assert (np.diff(numbers) > 0).all(), "in order, each once"
    there = np.bincount(np.concatenate((u, v)), minlength=made.n)
    wanted = np.repeat(np.arange(len(heavy)), heavy)
    assert (there <= wanted).all()
    assert 2 * (made.m + made.lost) == wanted.sum() - wanted.sum() % 2
    assert made.lost < 0.03 * made.m


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
    with pytest.raises(Refused, match="only a release of degrees by dk_series"):
        draw(counts, tmp_path / "g.parquet")
    assert not (tmp_path / "g.parquet").exists()
