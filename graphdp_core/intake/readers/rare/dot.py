"""Reads Graphviz DOT: the edges that its statements draw, with subgraphs and defaults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product

from graphdp_core.intake.files.graph_file import GraphFile, plain_text, quoted
from graphdp_core.intake.files.raw_builder import COORDINATES, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph

_TOKEN = re.compile(
    r"""(?P<blank>(?m:^[ \t]*\#[^\n]*)|[^\S\n]+|\n|//[^\n]*|/\*(?s:.*?)\*/)
    |(?P<quoted>"(?:[^"\\]|\\.)*+")
    |(?P<sign>->|--|[{}\[\];,=:+])
    |(?P<word>-?(?:\.\d+|\d+(?:\.\d*)?)|[A-Za-z_\x80-\U0010ffff][\w\x80-\U0010ffff]*)""",
    re.VERBOSE | re.DOTALL,
)
_ARROWS = ("--", "->")
_SIGNS = ("{", "}", "[", "]", ";", ",", "=", ":", "+", *_ARROWS)
_DEEPEST = 64
_TOLD_EVERY = 100_000  # characters: all may stand on one line
_ESCAPED = re.compile(r'\\(?:\r?\n|(["\\]))')
_OWN_NAME = r"\N"

Token = tuple[str, int]
"""A token, quoted or html text behind a quote, and the line on which it stands."""


def read_dot(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one graph of a DOT file; nothing is laid out or drawn.

    ``a -- {b c}`` joins a with both, as in Graphviz. The edge attribute ``weight`` (or the one
    asked for) is the weight, ``edge [weight=2]`` its default; a node's attribute can be the
    name or the class (see `RawBuilder`). Ports are passed over.
    """
    dot = _Dot(file, RawBuilder(file, columns), _tokens(file))
    dot.graph_block()
    del dot.tokens  # and the text behind them
    return dot.graph.as_raw()


def _tokens(file: GraphFile) -> Iterator[Token]:
    """All tokens; those that were quoted begin with a quote, so that they are no keyword."""
    text, place, line, told = file.text(), 0, 1, 0
    while place < len(text):
        if text[place] == "<":
            end = _html_end(file, text, place, line)
            token = '"' + text[place:end]
        elif (match := _TOKEN.match(text, place)) is None:
            raise file.refuse(
                f"line {line} cannot be read from '{plain_text(text[place : place + 10])}' on; "
                "close quotes and comments, and put names with other signs than letters and digits "
                "in quotes."
            )
        else:
            end, kind = match.end(), match.lastgroup
            token = "" if kind == "blank" else match[0]
            token = '"' + _ESCAPED.sub(r"\1", token[1:-1]) if kind == "quoted" else token
        if token:
            yield token, line
        if end >= told + _TOLD_EVERY:
            file.read_until(end, len(text))
            told = end
        line += text.count("\n", place, end)
        place = end
    while True:
        yield "", line


def _html_end(file: GraphFile, text: str, place: int, line: int) -> int:
    depth = 0
    for bracket in re.compile("[<>]").finditer(text, place):
        depth += 1 if bracket[0] == "<" else -1
        if depth == 0:
            return bracket.end()
    raise file.refuse(f"line {line} opens < and nothing closes it; close it with >.")


@dataclass
class _Dot:
    file: GraphFile
    graph: RawBuilder
    tokens: Iterator[Token]
    token: str = ""
    line: int = 0
    arrow: str = "--"
    defaults: list[dict[str, dict[str, str]]] = field(
        default_factory=lambda: [{"node": {}, "edge": {}, "graph": {}}]
    )

    def graph_block(self) -> None:
        self._next()
        self._passes("strict")
        kind = self.token.lower()
        if kind not in ("graph", "digraph"):
            raise self._refuse("does not begin with graph or digraph; export it as DOT")
        self.graph.directed = kind == "digraph"
        self.arrow = "->" if self.graph.directed else "--"
        self._next()
        if self.token != "{":
            self._name()
        self._statements(listed=False)
        if self.token:
            raise self._refuse("begins something behind the graph; keep one graph in the file")

    def _statements(self, *, listed: bool = True) -> list[str]:
        """A block in braces; returns the nodes in it, none if they need not be listed."""
        if not self._passes("{"):
            raise self._refuse(f"needs {{ where it has {quoted(self.token)}")
        if len(self.defaults) > _DEEPEST:
            raise self._refuse("nests subgraphs too deeply; take some away")
        self.defaults.append({kind: dict(known) for kind, known in self.defaults[-1].items()})
        nodes: dict[str, None] = {}
        while not self._passes("}"):
            names = self._statement()
            if listed:
                nodes.update(dict.fromkeys(names))
            self._passes(";", ",")
        self.defaults.pop()
        return list(nodes)

    def _statement(self) -> list[str]:
        word = self.token.lower()
        if word == ";":
            return []
        if word in ("graph", "node", "edge"):
            self._next()
            self.defaults[-1][word].update(self._attributes())
            return []
        groups = [self._end()]
        if self.token == "=" and word not in ("subgraph", "{"):
            self._next()
            self._name()
            return []
        while self.token in _ARROWS:
            if self.token != self.arrow:
                raise self._refuse(f"has {self.token} where this graph needs {self.arrow}")
            self._next()
            groups.append(self._end())
        attributes = self._attributes()
        if len(groups) > 1:
            self._edges(groups, {**self.defaults[-1]["edge"], **attributes})
        elif word not in ("subgraph", "{"):
            self._give(self._declared(groups[0][0]), attributes)
        return [node for group in groups for node in group]

    def _end(self) -> list[str]:
        """The nodes of one end of an edge statement: one node, or all of a subgraph."""
        if self._passes("subgraph") and self.token != "{":
            self._name()
            return self._statements()
        return self._statements() if self.token == "{" else [self._name()]

    def _give(self, node: int, attributes: dict[str, str]) -> None:
        for key, value in attributes.items():
            if key == "pos":
                for coordinate, text in zip(
                    COORDINATES, value.rstrip("!").split(","), strict=False
                ):
                    self.graph.give(node, coordinate, text.strip())
            elif value != _OWN_NAME:
                self.graph.give(node, key, value)

    def _declared(self, name: str) -> int:
        """The number of a node; on its first appearance it takes the defaults that hold now."""
        is_new = self.graph.number_of.find(name) is None
        node = self.graph.add_node(name)
        if is_new:
            self._give(node, self.defaults[-1]["node"])
        return node

    def _edges(self, groups: list[list[str]], attributes: dict[str, str]) -> None:
        weight = attributes.get(self.graph.weight_attribute())
        for sources, targets in pairwise(groups):
            self.file.check_size(edges=self.graph.edges + len(sources) * len(targets))
            for name in (*sources, *targets):
                self._declared(name)
            for source, target in product(sources, targets):
                self.graph.add_edge(source, target, weight)

    def _attributes(self) -> dict[str, str]:
        """Any number of lists [key=value, ...]."""
        attributes = {}
        while self._passes("["):
            while not self._passes("]"):
                key = self._name()
                attributes[key] = self._name() if self._passes("=") else "true"
                self._passes(",", ";")
        return attributes

    def _name(self) -> str:
        """A name, quoted or not, with pieces joined by + and without its ports."""
        name = self._piece()
        while self._passes("+"):
            name += self._piece()
        while self._passes(":"):
            self._piece()
        return name

    def _piece(self) -> str:
        token = self.token
        if not token:
            raise self._refuse("ends too early; the file is not complete, export it again")
        if token in _SIGNS:
            raise self._refuse(f"has {token} where a name is needed; export it as DOT")
        self._next()
        return token.removeprefix('"')

    def _passes(self, *signs: str) -> bool:
        """Whether one of these stands here; then it is passed."""
        if self.token.lower() not in signs:
            return False
        self._next()
        return True

    def _next(self) -> None:
        self.token, self.line = next(self.tokens)

    def _refuse(self, problem: str) -> Exception:
        return self.file.refuse(f"line {self.line} {problem}.")
