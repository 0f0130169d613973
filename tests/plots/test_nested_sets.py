"""Trees of sets as they are drawn: nothing is lost, small sets stand together, colours agree."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.plots.nested_sets import nested_pair, set_tree
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.results import NestedPartition, Partition

FIVE = NestedPartition.from_cut(
    np.array([1, 1, 1, 1, 2]),
    parents=np.array([-1, 0, 0, 1, 1, 1]),
    set_sizes=np.array([5, 4, 1, 2, 1, 1]),
    scores=np.array([0.0, 2.5, 1.0, 0.5, np.nan, -1.0]),
)


@pytest.fixture(scope="module")
def partition():
    graph = gdp.generate("sbm", n=400, blocks=4, within=0.2, between=0.01, seed=1)
    return gdp.analysis("louvain").run(graph, rng=np.random.default_rng(0))


@pytest.mark.parametrize("least", [0.0, 0.02, 0.5])
def test_the_sets_of_a_set_have_all_its_nodes(partition, least):
    tree = set_tree(partition, least=least)
    assert tree.sizes[0] == len(partition.labels)
    inside = np.bincount(tree.parents[1:], weights=tree.sizes[1:], minlength=len(tree.sizes))
    held = inside > 0
    assert np.array_equal(inside[held], tree.sizes[held])
    assert (tree.sizes[tree.merged == 0] >= least * tree.sizes[0]).all()


def test_communities_are_marked_and_carry_the_numbers_of_the_page():
    tree = set_tree(FIVE, numbers=np.array([7, 3]), least=0.0)
    assert tree.whole.tolist() == [False, True, True, False, False, False]
    assert tree.communities.tolist() == [-1, 7, 3, 7, 7, 7]
    assert tree.depth == 3


def test_a_whole_graph_that_is_one_community_is_marked():
    assert set_tree(Partition.from_labels(np.zeros(3, dtype=int))).whole.tolist() == [False, True]
    uncut = NestedPartition.from_cut(
        np.zeros(3, dtype=int), parents=np.array([-1, 0]), set_sizes=np.array([3, 3])
    )
    assert set_tree(uncut).whole.tolist() == [True, False]


def test_small_sets_stand_together_and_are_counted():
    tree = set_tree(FIVE, least=0.3)
    assert tree.merged.tolist() == [0, 0, 0, 1, 2]
    assert tree.sizes.tolist() == [5, 4, 2, 1, 2]
    words = nested_pair(tree, tree, LIGHT, sides=Sides(1.0))["data"][0]["hovertext"]
    assert words[4] == "2 small parts of community 1<br>2 nodes (40%)"
    assert words[1].endswith("score for the cut: 2.5")


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_words_on_colours_can_be_read(theme):
    labels = np.arange(8)
    tree = set_tree(Partition.from_labels(labels))
    trace = nested_pair(tree, tree, theme, sides=Sides(1.0))["data"][0]

    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    colours = zip(trace["marker"]["colors"][1:], trace["textfont"]["color"][1:], strict=True)
    for fill, ink in colours:
        low, high = sorted((luminance(fill), luminance(ink)))
        assert round((high + 0.05) / (low + 0.05), 1) >= 4.5
