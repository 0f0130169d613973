"""Reads JSON in node-link or adjacency form, one node or link at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import numpy as np

from graphdp_core.datasets.files.graph_file import GraphFile, plain_text
from graphdp_core.datasets.files.raw_builder import RawBuilder
from graphdp_core.datasets.files.raw_graph import Columns, RawGraph, is_number

__all__ = ["read_json"]

_BLANKS = re.compile(r"[ \t\r\n]*")
_PARTS = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}"]', re.DOTALL)
_SCALAR = re.compile(r'"(?:[^"\\]++|\\.)*+"|[^\s,:\[\]{}"]++', re.DOTALL)
_DEEPEST = 64
_LINKS = ("links", "edges")
_ADJACENCY = "adjacency"
_AGAIN = "export it as node-link JSON"


def read_json(file: GraphFile, columns: Columns) -> RawGraph:
    """Read {"nodes": [{"id": ...}], "links": [{"source": ..., "target": ...}]}.

    "edges" is as good as "links"; so is "adjacency", a list that holds for every node, in the
    order of the nodes, the list of its links: {"id": target, ...}. Nodes without ids are numbered
    from 0, as for D3. A link's weight is the attribute asked for, else ``weight``, else
    ``value``; a node's name is ``name``, else its id; for classes and coordinates see `RawBuilder`.

    Raises
    ------
    GraphFileError
        If the file is not JSON of this form, nests too deeply, one node has no id or an id
        twice, a link lacks an end, or a weight is not a finite number.
    """
    graph = RawBuilder(file, columns)
    found = set()
    adjacency = _Adjacency(graph)
    for key, item in _items(file):
        if key == "directed":
            graph.directed = item is True
        else:
            found.add("links" if key in _LINKS else key)
        if key == "nodes" and item is not None:
            _add_node(graph, item)
        elif key in _LINKS and item is not None:
            _add_link(graph, item)
        elif key == _ADJACENCY:
            adjacency.add(item)
    if not found & {"nodes", "links", _ADJACENCY}:
        raise file.refuse(f"it has neither nodes nor links; {_AGAIN}.")
    raw = graph.as_raw()
    return raw if graph.directed or not adjacency.lists else _each_edge_once(raw)


@dataclass
class _Adjacency:
    """Turns the lists of neighbours, one for each node in the order of the nodes, into links."""

    graph: RawBuilder
    lists: int = 0
    ids: list[str] = field(default_factory=list)

    def add(self, item: Any) -> None:
        """One neighbour, or None where the list of the next node begins."""
        if item is None:
            self._begin_list()
            return
        facts = item if isinstance(item, dict) else {"id": item}
        source = self.ids[self.lists - 1]
        _add_link(self.graph, {**facts, "source": source, "target": facts.get("id")})

    def _begin_list(self) -> None:
        self.ids = self.ids or list(self.graph.number_of)
        self.lists += 1
        if self.lists > len(self.ids):
            raise self.graph.file.refuse(
                f"list {self.lists:,} of its adjacency belongs to no node; put the nodes first, "
                "and give every node its list."
            )


def _each_edge_once(raw: RawGraph) -> RawGraph:
    """An adjacency without direction names every edge at both ends: keep the first of the two."""
    up = raw.edges[:, 0] * raw.n + raw.edges[:, 1]
    down = raw.edges[:, 1] * raw.n + raw.edges[:, 0]
    once = (raw.edges[:, 0] <= raw.edges[:, 1]) | ~np.isin(down, up)
    return replace(
        raw,
        edges=raw.edges[once],
        weights=None if raw.weights is None else raw.weights[once],
    )


def _add_node(graph: RawBuilder, item: Any) -> None:
    facts = item if isinstance(item, dict) else {"id": item}
    number = len(graph.declared)
    id = _text(facts["id"]) if facts.get("id") is not None else str(number)
    if graph.number_of.get(id) in graph.declared:
        shown = plain_text(id, longest=20)
        raise graph.file.refuse(f"two nodes have the id '{shown}'; give every node its own id.")
    node = graph.add_node(id)
    for key, value in facts.items():
        if value is not None and key != "id":
            graph.give(node, key, _text(value))


def _add_link(graph: RawBuilder, item: Any) -> None:
    number = len(graph.weights) + 1
    facts = item if isinstance(item, dict) else {}
    ends = [facts.get(end) for end in ("source", "target")]
    ends = [end.get("id") if isinstance(end, dict) else end for end in ends]
    if None in ends:
        raise graph.file.refuse(f"link {number:,} has no source or no target; give it both.")
    weight = facts.get(graph.weight_attribute())
    if weight is None and graph.columns.weight is None:
        value = facts.get("value")
        weight = value if isinstance(value, str) and is_number(value) else None
    graph.add_edge(_text(ends[0]), _text(ends[1]), None if weight is None else _text(weight))


def _text(value: Any) -> str:
    """Ids and attributes as text; numbers are text already, as the file writes them."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _items(file: GraphFile) -> Iterator[tuple[str, Any]]:
    """(key, item) for every item of the lists that matter, and ("directed", value).

    An empty list gives one item None. All else is passed over without building it.
    """
    text = file.text()
    place = _expect(file, text, 0, "{")
    if _peek(text, place) == "}":
        return
    while True:
        end = _value_end(file, text, place)
        key = _decode(file, text[place:end])
        place = _expect(file, text, end, ":")
        wanted = key == "nodes" or key in _LINKS
        if wanted and _peek(text, place) == "[":
            place = yield from _list_items(file, text, place, key)
        elif key == _ADJACENCY and _peek(text, place) == "[":
            place = yield from _lists_of_items(file, text, place)
        else:
            end = _value_end(file, text, place)
            if key == "directed":
                yield key, _decode(file, text[place:end])
            place = _skip_blanks(text, end)
        if _peek(text, place) == "}":
            break
        place = _expect(file, text, place, ",")
    if _skip_blanks(text, place + 1) < len(text):
        raise file.refuse(f"something follows the end of its JSON; {_AGAIN}.")


def _list_items(
    file: GraphFile, text: str, place: int, key: str
) -> Generator[tuple[str, Any], None, int]:
    """The items of one list; returns the place after it."""
    place = _expect(file, text, place, "[")
    if _peek(text, place) == "]":
        yield key, None
        return _skip_blanks(text, place + 1)
    while True:
        end = _value_end(file, text, place)
        if end - place > file.limits.line:
            raise file.refuse(f"one of its {key} is too long; keep ids and plain attributes only.")
        yield key, _decode(file, text[place:end])
        place = _skip_blanks(text, end)
        if _peek(text, place) == "]":
            return _skip_blanks(text, place + 1)
        place = _expect(file, text, place, ",")


def _lists_of_items(
    file: GraphFile, text: str, place: int
) -> Generator[tuple[str, Any], None, int]:
    """The entries of every list of the adjacency, each list after a None."""
    place = _expect(file, text, place, "[")
    while _peek(text, place) == "[":
        yield _ADJACENCY, None
        entries = _list_items(file, text, place, _ADJACENCY)
        while True:
            try:
                key, item = next(entries)
            except StopIteration as done:
                place = done.value
                break
            if item is not None:
                yield key, item
        if _peek(text, place) == ",":
            place = _skip_blanks(text, place + 1)
    return _expect(file, text, place, "]")


def _value_end(file: GraphFile, text: str, place: int) -> int:
    """Where the value that starts at `place` ends, found without building it."""
    if _peek(text, place) not in ("{", "["):
        match = _SCALAR.match(text, place)
        if match is None:
            raise _not_json(file)
        return match.end()
    depth = 0
    for part in _PARTS.finditer(text, place):
        character = part.group()[0]
        if part.group() == '"':
            break  # it is never closed
        if character in "{[":
            depth += 1
            if depth > _DEEPEST:
                raise file.refuse(f"its values are nested too deeply; {_AGAIN}.")
        elif character in "}]":
            depth -= 1
            if depth == 0:
                return part.end()
    raise file.refuse(f"it ends too early; the file is not complete, {_AGAIN}.")


def _decode(file: GraphFile, text: str) -> Any:
    def refuse(constant: str) -> NoReturn:
        raise file.refuse(f"it holds {constant}, which is no number; weights must be finite.")

    try:
        # Numbers stay as they are written: as ids they are names, as weights they are checked.
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=refuse)
    except json.JSONDecodeError:
        raise _not_json(file) from None


def _expect(file: GraphFile, text: str, place: int, character: str) -> int:
    """The place after a character and the blanks around it."""
    place = _skip_blanks(text, place)
    if _peek(text, place) != character:
        raise _not_json(file)
    return _skip_blanks(text, place + 1)


def _skip_blanks(text: str, place: int) -> int:
    match = _BLANKS.match(text, place)
    return match.end() if match else place


def _peek(text: str, place: int) -> str:
    return text[place : place + 1]


def _not_json(file: GraphFile) -> Exception:
    return file.refuse(f"it is not node-link JSON; {_AGAIN}.")
