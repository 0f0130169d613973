"""What people export is read as they mean it, asked about, or refused by what it is."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.question import Unclear
from graphdp_core.intake.files.reading import Reading
from graphdp_core.wings import is_here
from tests.intake.named_edges import edges_of, nodes_of


@dataclass(frozen=True)
class Kind:
    """One kind of export.

    Parameters
    ----------
    file : str
        Its name; the ending matters.
    text, hex : str
        What is in it; `hex` where it is no UTF-8.
    means : str
        The graph, as `graph_of` reads it; empty where the file is refused or asked about.
    asks : mapping of str to str
        The graph for each answer that is offered, by the words of the answer, such as
        "listed=each"; an empty graph stands for one that matters to nobody.
    refuses : str
        Words of the refusal.
    """

    file: str
    text: str = ""
    hex: str = ""
    means: str = ""
    asks: Mapping[str, str] = field(default_factory=dict)
    refuses: str = ""

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return bytes.fromhex(self.hex) or self.text.encode()


def graph_of(words: str) -> tuple[set[str], dict[frozenset[str], float]]:
    """Nodes and weighted edges of "Ann ~ Bob = 2 / Cid ~ Dan / Eve": the last is alone."""
    nodes: set[str] = set()
    edges: dict[frozenset[str], float] = {}
    for part in words.split(" / "):
        pair, _, weight = part.partition(" = ")
        ends = pair.strip().split(" ~ ")
        nodes |= set(ends)
        if len(ends) == 2:
            edges[frozenset(ends)] = float(weight or 1)
    return nodes, edges


RARE = Path(__file__).parents[1] / "readers/rare/people.toml"
TABLES = [
    tomllib.loads(path.read_text(encoding="utf-8"))
    for path in (*sorted(Path(__file__).parent.glob("*.toml")), RARE)
    if path != RARE or is_here("rare formats")
]
KINDS = {name: Kind(**facts) for table in TABLES for name, facts in table.items()}
READ = {name: kind for name, kind in KINDS.items() if kind.means}
ASKED = {name: kind for name, kind in KINDS.items() if kind.asks}
REFUSED = {name: kind for name, kind in KINDS.items() if kind.refuses}


def named(graph: Graph) -> tuple[set[str], dict[frozenset[str], float]]:
    return set(nodes_of(graph)), edges_of(graph)


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
    for reading in (shown.reading, shown.answer()):
        assert named(read(kind.data, kind.file, reading).graph) == graph_of(kind.means)


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
        for word, value in said(words).items():
            quoted = f'"{value}"' if isinstance(value, str) else str(value)
            assert f"{word}={quoted}" in str(caught.value)
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
    assert len(KINDS) == sum(map(len, TABLES)) >= 160
    assert len(READ) + len(ASKED) + len(REFUSED) == len(KINDS)
    assert all(isinstance(kind, Kind) for kind in KINDS.values())
