"""What people export is read as they mean it, asked about, or refused by what it is."""

from typing import Any

import pytest

from graphdp_core.datasets.files.graph_file import GraphFileError
from graphdp_core.datasets.files.preview import preview, read
from graphdp_core.datasets.files.question import Unclear
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.graphs.graph import Graph
from tests.datasets.people.chats import CHATS
from tests.datasets.people.kind import Kind, graph_of
from tests.datasets.people.lists import LISTS
from tests.datasets.people.nested import NESTED
from tests.datasets.people.odd import ODD
from tests.datasets.people.second import SECOND
from tests.datasets.people.tables import TABLES
from tests.datasets.people.third import THIRD

KINDS = {**LISTS, **NESTED, **CHATS, **TABLES, **ODD, **SECOND, **THIRD}
READ = {name: kind for name, kind in KINDS.items() if kind.means}
ASKED = {name: kind for name, kind in KINDS.items() if kind.asks}
REFUSED = {name: kind for name, kind in KINDS.items() if kind.refuses}


def named(graph: Graph) -> tuple[set[str], dict[frozenset[str], float]]:
    weights = [1.0] * graph.m if graph.weights is None else graph.weights.tolist()
    ends = [frozenset((graph.name(u), graph.name(v))) for u, v in graph.edges.tolist()]
    return {graph.name(i) for i in range(graph.n)}, dict(zip(ends, weights, strict=True))


def said(words: str) -> dict[str, Any]:
    """The fields of a reading that "listed=all header=true" names."""
    truths = {"true": True, "false": False}
    fields = dict(word.split("=", 1) for word in words.split())
    values = {name: truths.get(value, value) for name, value in fields.items()}
    return {name: int(value) if str(value).isdigit() else value for name, value in values.items()}


@pytest.mark.parametrize("name", READ)
def test_a_file_is_the_graph_that_it_means(name: str) -> None:
    kind = READ[name]
    assert named(read(kind.data, kind.file).graph) == graph_of(kind.means)
    shown = preview(kind.data, kind.file)
    assert shown.question is None
    assert named(read(kind.data, kind.file, shown.answer()).graph) == graph_of(kind.means)


@pytest.mark.parametrize("name", ASKED)
def test_a_file_of_several_meanings_is_asked_about_and_each_answer_gives_its_graph(
    name: str,
) -> None:
    kind = ASKED[name]
    with pytest.raises(Unclear) as caught:
        read(kind.data, kind.file)
    question = preview(kind.data, kind.file).question
    assert question == caught.value.question
    offered = {tuple(sorted(option.changes)): option for option in question.options}
    for words, meant in kind.asks.items():
        option = offered[tuple(sorted(said(words).items()))]
        for field, value in said(words).items():
            quoted = f'"{value}"' if isinstance(value, str) else str(value)
            assert f"{field}={quoted}" in str(caught.value)
        if meant:
            reading = option.reading(Reading())
            graph = read(kind.data, kind.file, reading).graph
            assert named(graph) == graph_of(meant)
            assert (option.n, option.m) == (graph.n, graph.m)
            after = preview(kind.data, kind.file, reading)
            assert named(read(kind.data, kind.file, after.answer()).graph) == graph_of(meant)


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_without_edges_is_refused_by_what_it_is(name: str) -> None:
    kind = REFUSED[name]
    with pytest.raises(GraphFileError, match=kind.refuses) as caught:
        read(kind.data, kind.file)
    assert "Traceback" not in str(caught.value)
    assert str(caught.value).startswith(f"{kind.file}: ")


def test_kinds_have_one_meaning_each() -> None:
    assert len(KINDS) == sum(map(len, (LISTS, NESTED, CHATS, TABLES, ODD, SECOND, THIRD))) >= 160
    assert len(READ) + len(ASKED) + len(REFUSED) == len(KINDS)
    assert all(isinstance(kind, Kind) for kind in KINDS.values())
