"""What holds for every release holds for what is published, under each mechanism's own relation."""

import dataclasses
from fractions import Fraction
from itertools import cycle

import numpy as np
import pytest
from noise_laws import seeded_coins
from tempting_neighbours import fitted, settings, tempting

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import schema
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.trust.contents import data_files
from graphdp_core.trust.publish import NAMES, renumbered

EXACT = [made for kind in gdp.MECHANISMS if kind.exact_sampler for made in settings(kind)]
every_setting = pytest.mark.parametrize("made", EXACT, ids=repr)
NOISY_FACTS = {
    "top_m_filter": {"noisy edges", "present", "absent"},
    "low_rank_posterior": {"noisy edges"},
    "louvain_dp": {"noisy number of full cells", "threshold", "empty"},
    "two_round_laplacian": {"scale of the sums"},  # by the noisy degrees of the first round
}
"""Facts on a certificate that are released with noise themselves, or follow from what is."""


def published(made, graph, epsilon, *, names="numbers", seed=3):
    """As a publication draws it: what is released, its exact epsilon, facts and files."""
    coins = seeded_coins(seed)
    there = renumbered(graph, made, names=names, coins=coins)
    draw = made.publish(there.graph, epsilon=epsilon, coins=coins)
    return there, draw, dict(data_files(draw.released, there.names))


def refusal(made, graph, epsilon):
    try:
        made.check_publication(graph, epsilon)
    except gdp.Refused as error:
        return str(error)
    return ""


@every_setting
def test_neighbours_are_published_alike_but_for_the_released_values(made):
    """Refusals, types, files, facts and all beside the values tell nothing of one unit.

    Pairs take turns at the two ways of naming nodes.
    """
    made, epsilon = fitted(made), Fraction(1)
    for (left, right), names in zip(tempting(made), cycle(NAMES)):
        words = refusal(made, left, epsilon)
        assert words == refusal(made, right, epsilon)
        if words:
            continue
        before = left.fingerprint, right.fingerprint
        (there, one, files), (_, two, others) = (
            published(made, graph, epsilon, names=names) for graph in (left, right)
        )
        assert before == (left.fingerprint, right.fingerprint)
        assert isinstance(one.released, made.returns)
        assert max(one.exact_epsilon, two.exact_epsilon) <= 1
        assert facts(made, one) == facts(made, two), "if they are noisy, list them in NOISY_FACTS"
        check_beside_the_values(made, there, one.released, two.released)
        check_files(made, files, others)


def facts(made, draw):
    """What a certificate says of a draw, without what is noisy."""
    if getattr(made, "choice", "") == "private":
        return set(draw.facts)  # the bound is drawn, and the scale follows from it
    noisy = NOISY_FACTS.get(made.id, set())
    return {name: fact for name, fact in draw.facts.items() if name not in noisy}


def check_beside_the_values(made, there, one, two):
    """Fields that are no numbers are equal; of a graph there are nodes and edges alone."""
    for item in dataclasses.fields(one):
        sides = getattr(one, item.name), getattr(two, item.name)
        if item.name != "positions" and all(isinstance(s, np.ndarray | float) for s in sides):
            continue
        assert item.name in made.from_noisy_numbers or np.array_equal(*map(str, sides)), item.name
    if isinstance(one, Graph):
        graph = there.graph
        assert (one.n, one.names, one.title) == (graph.n, graph.names, "")
        assert (one.labels, one.label_names, one.positions) == (None, (), None)
        is_public = made.guarantee(1.0).relation.edges_are_public
        assert np.array_equal(one.edges, graph.edges) if is_public else one.weights is None


def check_files(made, files, others):
    """The same files; and where nodes may join, none that lists nodes."""
    assert files.keys() == others.keys()
    if made.guarantee(1.0).relation is NeighbouringRelation.NODE_ADD:
        for name, content in files.items():
            assert not content.startswith((b"node,", b"node\n"))
            assert len(content.splitlines()) == len(others[name].splitlines())


@every_setting
def test_a_publication_is_its_coins_and_nothing_else(made):
    """Equal coins, equal releases, whatever was drawn before; other coins, another one."""
    made = fitted(made)
    graph = list(tempting(made))[-1][0]
    if not refusal(made, graph, Fraction(2)):
        first, again = (published(made, graph, Fraction(2), seed=1)[2] for _ in range(2))
        assert first == again
        assert any(
            published(made, graph, Fraction(2), seed=seed)[2] != first for seed in range(2, 40)
        )


@pytest.mark.parametrize("kind", [k for k in gdp.MECHANISMS if k.exact_sampler], ids=lambda k: k.id)
def test_every_edge_case_is_published_or_says_why_not(kind, edge_case_graph):
    made = kind()
    for epsilon in (Fraction(1, 3), Fraction(20)):
        if words := refusal(made, edge_case_graph, epsilon):
            assert len(words) > 20
            assert words.endswith(".")
            continue
        _, draw, _ = published(made, edge_case_graph, epsilon)
        assert isinstance(draw.released, kind.returns)
        assert draw.exact_epsilon <= float(epsilon)


def takes_exactly_the_nodes(kind, name):
    """Whether a parameter takes 0 to n - 1 and nothing else, on graphs of seven and nine nodes."""
    for n in (7, 9):
        graph = Graph.from_edges(n, [(i, (i + 1) % n) for i in range(n)], weights=np.ones(n))
        for value in (0, 1, n - 1, n):
            try:
                fits = not kind(**{name: value}).refusal(graph, 5.0)
            except gdp.Refused:
                fits = False
            if fits != (value < n):
                return False
    return True


NOT_NODES = {("louvain_dp", "k")}  # a size of groups, of which there are two
NUMBERS = [
    (kind, p.name)
    for kind in gdp.MECHANISMS
    for p in schema(kind)
    if p.type is int and not p.choices
]


@pytest.mark.parametrize(("kind", "name"), NUMBERS, ids=str)
def test_no_parameter_is_the_number_of_a_node(kind, name):
    """A publication would leave it at the number of another node."""
    if (kind.id, name) not in NOT_NODES:
        assert not takes_exactly_the_nodes(kind, name)
