"""A question about a file that can be read in several ways, with what each answer would give."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError
from graphdp_core.intake.files.raw_graph import count_of
from graphdp_core.intake.files.reading import Reading


@dataclass(frozen=True)
class Option:
    """An answer in words, and the fields of a `Reading` that say so.

    `n` and `m` are how many nodes and edges it gives, where that is known.
    """

    words: str
    changes: tuple[tuple[str, Any], ...]
    n: int | None = None
    m: int | None = None

    def reading(self, reading: Reading) -> Reading:
        """The reading with this answer in it."""
        return replace(reading, **dict(self.changes))

    @property
    def flags(self) -> str:
        """The words of the command line that say so."""
        return Reading(**dict(self.changes)).as_flags("").removeprefix("'' ")

    @property
    def counts(self) -> str:
        """Such as "4 nodes, 3 edges"; empty where it is not known."""
        if self.n is None or self.m is None:
            return ""
        return f"{count_of(self.n, 'node')}, {count_of(self.m, 'tie')}"


def option(words: str, **changes: Any) -> Option:
    """An answer by the fields of a `Reading` that say so."""
    return Option(words, tuple(changes.items()))


@dataclass(frozen=True)
class Question:
    """What a person has to say before a file is read; no options where nothing in it is a graph."""

    id: str
    text: str
    options: tuple[Option, ...] = ()


class Unclear(GraphFileError):
    """A file that can be read in several ways, or whose rows are no edges; it has the question."""

    def __init__(self, file: GraphFile, question: Question) -> None:
        self.question = question
        ways = "; or ".join(map(_way, question.options))
        super().__init__(f"{file.name}: {question.text}" + f" Say {ways}." * bool(ways))


def _way(option: Option) -> str:
    """The words to add in Python and on the command line, and what they give."""
    python = Reading(**dict(option.changes)).as_python("")[len('read_graph("", ') : -1]
    told = ", ".join(filter(None, (option.words[0].lower() + option.words[1:], option.counts)))
    return f"{python} or {option.flags} ({told})"
