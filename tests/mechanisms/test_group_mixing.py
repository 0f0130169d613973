"""Group mixing: one edge moves one count, and groups go with their nodes and nothing else."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from noise_laws import seeded_coins

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.trust.publish import publish, renumbered

MIXING = gdp.mechanism("group_mixing")
SCHOOL = gdp.generate("sbm", n=60, seed=1)


def test_one_edge_moves_one_count_by_one():
    pairs = [(0, 1), (0, 2), (2, 3)]
    for edge in pairs:
        rest = [pair for pair in pairs if pair != edge]
        sides = [Graph.from_edges(4, some, labels=["b", "b", "a", "c"]) for some in (pairs, rest)]
        noise = [MIXING.release(g, epsilon=0.5, rng=gdp.noise_stream(1)).values for g in sides]
        assert sorted(np.abs(noise[0] - noise[1]).tolist()) == [0, 0, 0, 0, 0, 1]


def test_noise_is_geometric_on_screen_and_in_a_publication():
    """20,000 places each: the share of zeros, tanh(1/4), is off by .015 with a chance of 1e-5."""
    bare = Graph.from_edges(100, [], labels=range(100))
    shown = np.concatenate(
        [MIXING.release(bare, epsilon=0.5, rng=gdp.noise_stream(seed)).values for seed in range(4)]
    )
    drawn = MIXING.publish(bare, epsilon=Fraction(1, 2), coins=seeded_coins(0)).released.values
    for noise in (shown, drawn):
        assert abs(np.mean(noise == 0) - np.tanh(0.25)) < 0.025
        assert abs(noise.mean()) < 0.25
        assert abs(noise.var() - 0.5 / np.sinh(0.25) ** 2) < 1.0


@pytest.mark.parametrize("names", ["numbers", "public"])
def test_groups_follow_their_nodes_and_their_order_does_not_show(names):
    turned = replace(SCHOOL, labels=2 - SCHOOL.labels, label_names=SCHOOL.label_names[::-1])
    true = gdp.analysis("mixing").run(SCHOOL, rng=gdp.noise_stream(0))
    for seed, graph in enumerate([SCHOOL, turned] * 3):
        there = renumbered(graph, MIXING, names=names, coins=seeded_coins(seed))
        values = MIXING.publish(there.graph, epsilon=Fraction(20), coins=seeded_coins(seed))
        assert values.released.values.tolist() == true.values.tolist()
        assert (values.released.groups, values.released.sizes) == (true.groups, true.sizes)
        bare = renumbered(graph, gdp.mechanism("edge_flip"), names=names, coins=seeded_coins(seed))
        assert bare.graph.labels is None


def test_publishing_asks_for_the_word_that_groups_are_public(tmp_path):
    to, ledger = tmp_path / "mixing.zip", tmp_path / "ledger.jsonl"
    with pytest.raises(gdp.Refused, match="say that the groups are public"):
        publish(SCHOOL, MIXING, epsilon="2", to=to, ledger=ledger)
    assert not to.exists()
    made = publish(SCHOOL, MIXING, epsilon="2", to=to, ledger=ledger, groups_are_public=True)
    assert "not protected by this release" in made.certificate["public"][0]
    given = gdp.read_release(to)
    assert given.released.values.tolist() == made.released.values.tolist()
    assert (given.released.groups, given.released.sizes) == (made.released.groups, (20, 20, 20))
    assert not any(name.startswith("nodes") for name in made.certificate["files"])


def test_a_graph_without_groups_is_refused_with_what_to_do():
    for member in (MIXING.refusal, lambda g, _: gdp.analysis("mixing").run(g, rng=None)):
        with pytest.raises(gdp.Refused, match="give every node a public one"):
            raise gdp.Refused(member(Graph.from_edges(2, [(0, 1)]), 1.0))


def test_a_released_graph_is_read_with_the_public_groups_and_corrected():
    """The mean of 60 corrected tables is nearer than 4 of its standard deviations."""
    flip, mixing = gdp.mechanism("edge_flip"), gdp.analysis("mixing")
    drawn = [gdp.compare(SCHOOL, flip, mixing, epsilon=1.0, seed=seed) for seed in range(60)]
    tables = np.array([c.private.values for c in drawn])
    off = tables.mean(axis=0) - drawn[0].baseline.values
    assert (np.abs(off) < 4 * tables.std(axis=0) / np.sqrt(60)).all()
    assert drawn[0].release.labels is None
