"""Examples: what their names promise is so, and each is the same graph every time."""

import pytest

from graphdp_core.data import DATASETS, EXAMPLES, GENERATORS, load_graph


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
