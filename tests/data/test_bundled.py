"""The bundled graphs are networkx's, with the facts that the catalogue states.

Examples: what their names promise is so, and each is the same graph every time.
"""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.data import DATASETS, EXAMPLES, GENERATORS, DatasetInfo, dataset, load_graph

BUNDLED = [info for info in DATASETS if info.bundled]
ORIGINALS = {
    "karate": lambda: nx.convert_node_labels_to_integers(nx.karate_club_graph(), first_label=1),
    "les_miserables": nx.les_miserables_graph,
    "florentine_families": nx.florentine_families_graph,
    "davis_women": nx.davis_southern_women_graph,
}


def test_every_bundled_graph_is_compared_with_networkx() -> None:
    assert {info.id for info in BUNDLED} == set(ORIGINALS)


@pytest.mark.parametrize("info", BUNDLED, ids=lambda info: info.id)
def test_nodes_edges_and_weights_are_those_of_networkx(info: DatasetInfo) -> None:
    graph, original = info.load(), ORIGINALS[info.id]()
    nodes = list(original)
    expected = {frozenset(map(str, edge)) for edge in original.edges}
    assert [graph.name(i) for i in range(graph.n)] == list(map(str, nodes))
    assert {frozenset((graph.name(u), graph.name(v))) for u, v in graph.edges} == expected
    if info.weighted:
        weights = [original[nodes[u]][nodes[v]]["weight"] for u, v in graph.edges]
        assert graph.weights is not None
        np.testing.assert_array_equal(graph.weights, weights)


@pytest.mark.parametrize("info", BUNDLED, ids=lambda info: info.id)
def test_the_catalogue_states_the_facts_of_the_graph(info: DatasetInfo) -> None:
    graph = info.load()
    assert (graph.n, graph.m) == (info.n, info.m)
    assert (graph.weights is not None) == info.weighted
    assert (graph.labels is not None) == bool(info.label)
    assert graph.title == info.title
    assert info.available()


def test_karate_labels_are_the_clubs_and_it_has_no_weights() -> None:
    graph = load_graph("karate")
    clubs = [data["club"] for _, data in nx.karate_club_graph().nodes(data=True)]
    assert [graph.label_names[i] for i in graph.labels] == clubs
    assert graph.weights is None


def test_davis_labels_part_eighteen_women_from_fourteen_events() -> None:
    graph = load_graph("davis_women")
    counts = dict(zip(graph.label_names, np.bincount(graph.labels).tolist(), strict=True))
    assert counts == {"women": 18, "events": 14}
    assert (graph.labels[graph.edges[:, 0]] != graph.labels[graph.edges[:, 1]]).all()


def test_ids_are_distinct_and_every_fact_is_stated() -> None:
    assert len({info.id for info in DATASETS}) == len(DATASETS)
    for info in DATASETS:
        assert all((info.title, info.summary, info.citation, info.licence))
        assert info.source.startswith("http")
        assert hash(info) == hash(dataset(info.id))


def test_an_unknown_data_set_gives_the_list_of_known_ones() -> None:
    with pytest.raises(ValueError, match=r"data set must be one of karate, .*, got 'nothing'\."):
        load_graph("nothing")


@pytest.mark.sample
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_an_example_has_the_nodes_that_it_promises(example):
    graph = example.load()
    assert graph.n == example.n
    assert f"{example.n:,}" in example.title
    assert load_graph(example.id) == graph


def test_ids_of_all_graphs_are_told_apart():
    ids = [graph.id for group in (EXAMPLES, DATASETS, GENERATORS) for graph in group]
    assert len(ids) == len(set(ids))


def test_the_school_has_three_classes_and_the_company_four_sites():
    assert len(load_graph("school").label_names) == 3
    assert len(load_graph("company").label_names) == 4


def test_the_largest_component_of_an_example_is_one_piece():
    whole, part = load_graph("company"), load_graph("company", largest_component=True)
    assert whole.n / 2 < part.n < whole.n
    assert set(part.components.tolist()) == {0}
