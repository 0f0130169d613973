"""Finding nodes: by whole name, beginning, part or number; nonsense finds nothing."""

import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.node_search import NodeSearch
from tests.patience import growth


def search(names):
    return NodeSearch(Graph.from_edges(len(names), [], names=names))


def test_whole_names_come_first_then_beginnings_then_words_then_parts():
    names = ["Susanna", "Ek, Anna", "Annabel", "Mary Ann", "Anna"]
    assert search(names).find("anna") == [4, 2, 1, 0]


def test_case_and_accents_do_not_count():
    match = search(["Zoë", "JOSÉ", "Strauß"])
    assert match.find("zoe") == [0]
    assert match.find("jose") == [1]
    assert match.find("STRAUSS") == [2]


def test_a_node_is_found_once_and_lists_are_short():
    assert search(["aaaa", "ba a"]).find("a") == [0, 1]
    assert search([f"Ann {i}" for i in range(50)]).find("ann", most=3) == [0, 1, 2]


@pytest.mark.parametrize("typed", ["", " ", "\n", "nobody", "a\nb"])
def test_nonsense_finds_nothing(typed):
    assert search(["a", "b"]).find(typed) == []
    assert NodeSearch(Graph.from_edges(3, [])).find(typed) == []


@pytest.mark.parametrize(("typed", "found"), [("34", 0), ("node 34", 0), ("node 3", 1)])
def test_a_number_as_name_is_found_as_it_is_shown(typed, found):
    assert search(["34", "3"]).one(typed) == found
    assert search(["node 34", "34", "node 3"]).one("node 34") == 0


def test_line_ends_in_names_do_no_harm():
    match = search(["a\nb", "", "c"])
    assert match.find("c") == [2]
    assert match.find("a b") == [0]
    assert match.one("a\nb") == 0


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("0", [0]), ("1", [1, 10, 11, 12]), ("node 12", [12]), ("13", []), ("-1", []), ("9" * 99, [])],
)
def test_without_names_numbers_are_found(typed, expected):
    assert NodeSearch(Graph.from_edges(13, [])).find(typed) == expected


def test_one_is_the_exact_name_and_prefers_the_same_letters():
    match = search(["anna", "Anna", "Annabel"])
    assert match.one("Anna") == 1
    assert match.one("ANNA") == 0
    assert match.one("Ann") is None
    assert NodeSearch(Graph.from_edges(20, [])).one("7") == 7
    assert NodeSearch(Graph.from_edges(20, [])).one("seven") is None


@pytest.mark.long
def test_a_search_among_very_many_names_reads_them_a_few_times_only():
    names = [f"Person {i:06d}" for i in range(300_000)]
    among = {size: search(names[:size]) for size in (75_000, 300_000)}
    assert among[300_000].find("299999") == [299_999]
    assert among[300_000].find("nobody") == []
    assert growth(lambda size: [among[size].find("nobody") for _ in range(9)], 75_000) < 10
