"""A release that is read again carries the public rates of its noise."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.results import Counts, Scores

KARATE = gdp.load_graph("karate")


@pytest.fixture
def release(tmp_path):
    """Publish into a folder of its own."""

    def one(id, epsilon="2", **parameters):
        return gdp.publish(
            KARATE, gdp.mechanism(id, **parameters), epsilon=epsilon, to=tmp_path / f"{id}.zip",
            ledger=tmp_path / "l.jsonl",
        )  # fmt: skip

    return one


@pytest.mark.parametrize("id", ["edge_flip", "laplace_flip", "top_m_filter"])
def test_a_graph_by_flips_is_the_same_and_has_its_rates(release, id):
    made = release(id)
    given = gdp.read_release(made.path)
    assert given.released.noise == made.released.noise
    assert given.released.noise.contrast > 0.0
    assert np.array_equal(given.released.edges, made.released.edges)
    assert (given.mechanism.id, given.epsilon) == (id, Fraction(2))


def test_a_graph_from_a_model_has_none(release):
    assert gdp.read_release(release("dk_series").path).released.noise is None


@pytest.mark.parametrize(
    "id", ["private_count", "noisy_degrees", "noisy_eigenvalues", "one_pass_labelling"]
)
def test_other_releases_are_read_as_they_were_made(release, id):
    made = release(id)
    given = gdp.read_release(made.path.read_bytes())
    assert type(given.released) is type(made.released) or id == "one_pass_labelling"
    if isinstance(given.released, Scores | Counts):
        np.testing.assert_allclose(given.released.values, made.released.values)
    if isinstance(given.released, Scores):
        assert (given.names, given.released.measure) == (tuple(map(str, range(34))), "degree")


def test_one_changed_byte_is_refused_and_nothing_is_computed(release):
    data = bytearray(release("edge_flip").path.read_bytes())
    data[len(data) // 2] ^= 1
    with pytest.raises(Refused, match=r"changed|damaged"):
        gdp.estimate(bytes(data))


def test_what_is_no_release_is_refused(tmp_path):
    (wrong := tmp_path / "wrong.zip").write_bytes(b"PK\x03\x04 and no more")
    for read in (gdp.read_release, gdp.verify, gdp.estimate):
        with pytest.raises(Refused, match=r"^wrong\.zip is damaged or no zip of a release"):
            read(wrong)


def test_read_as_any_other_file_a_release_keeps_its_nodes_without_edges(tmp_path):
    lonely = gdp.Graph.from_edges(6, [(0, 1)])
    made = gdp.publish(
        lonely, gdp.mechanism("edge_flip"), epsilon="15", to=tmp_path / "a.zip",
        ledger=tmp_path / "l.jsonl",
    )  # fmt: skip
    assert gdp.read_graph(made.path).n == 6


def test_a_release_by_a_mechanism_that_has_gone_is_still_verified_and_read():
    given = gdp.read_release(old := Path(__file__).with_name("personal_nearness.zip"))
    assert "for the eyes of this one node" in gdp.verify(old).statement()
    assert (given.mechanism, given.released.measure) == (None, "near")
    assert given.names == ("a", "b", "c", "d", "e")
    assert given.released.values[1] == 0.0
    with pytest.raises(Refused, match="has gone: 'edge_flip' does its work"):
        gdp.mechanism("personal_nearness")


@pytest.mark.parametrize("id", ["hierarchical_random_graph", "privgraph", "private_block_model"])
def test_so_are_those_of_rivals_and_of_a_choice_that_has_gone(id):
    given = gdp.read_release(Path(__file__).with_name(f"{id}.zip"))
    assert (given.mechanism is None, len(given.names)) == (id != "private_block_model", 6)
