"""Where a graph comes from, in words that get it again: a data set, a generator, an own file."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.intake.files.graph_file import plain_text
from graphdp_core.intake.files.reading import Reading

Points = Literal["", "as they are", "rescaled"]


@dataclass(frozen=True)
class Origin:
    """Where a graph comes from, in words that get it again.

    Parameters
    ----------
    flags : tuple of str
        Words of the command line that name it; empty where that cannot read it so.
    file, checksum : str
        Of a person's own file: its name, and SHA-256 of its bytes; else "".
    """

    python: tuple[str, ...]
    flags: tuple[str, ...] = ()
    file: str = ""
    checksum: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is a person's own file, which nobody else can get."""
        return bool(self.file)

    @classmethod
    def of_choice(cls, choice: GraphChoice) -> Origin:
        """A data set or a generator."""
        largest = ("--largest-component",) if choice.largest_component else ()
        if choice.kind == "dataset":
            rest = ", largest_component=True" if largest else ""
            line = f"graph = gdp.load_graph({json.dumps(choice.id)}{rest})"
            return cls((line,), ("--graph", choice.id, *largest))
        given = dict(choice.parameters)
        call = [json.dumps(choice.id), *keywords(given)]
        call += [f"seed={choice.seed}"] if choice.seed else []
        lines = [f"graph = gdp.generate({', '.join(call)})"]
        if largest:
            lines = [
                "from graphdp_core.intake import Loaded",
                "from graphdp_core.intake.largest_component import in_largest_component",
                *lines,
                'graph = in_largest_component(Loaded(graph, "")).graph',
            ]
        flags = ["--generate", choice.id, *flag_words("graph", given)]
        flags += ["--graph-seed", str(choice.seed)] if choice.seed else []
        return cls(tuple(lines), (*flags, *largest))

    @classmethod
    def of_file(
        cls,
        name: str,
        data: bytes,
        reading: Reading = Reading(),
        *,
        classes: str = "",
        points: Points = "",
        numbered: bool = False,
    ) -> Origin:
        """A person's own file: its name, how it is read, and a checksum; nothing of what is in it.

        Parameters
        ----------
        data : bytes
            For the checksum alone.
        classes : str
            Name of a second file with the class of every node.
        points : {"", "as they are", "rescaled"}
            The file holds latent positions.
        """
        shown = plain_text(name) or "the file"
        if points:
            rest = ", rescale=True" if points == "rescaled" else ""
            named = json.dumps(shown)
            lines = [
                "from pathlib import Path",
                "from graphdp_core.data import read_points",
                f"graph = read_points(Path({named}).read_bytes(), {named}{rest}).graph",
            ]
        else:
            call = reading.as_python(shown)
            if classes:
                call = f"{call[:-1]}, classes={json.dumps(plain_text(classes))})"
            lines = [f"graph = gdp.{call}"]
        if numbered:
            lines = [
                "from dataclasses import replace",
                *lines,
                "graph = replace(graph, names=None)",
            ]
        on_a_line = not (points or classes or numbered)
        flags = ("--file", *shlex.split(reading.as_flags(shown))) if on_a_line else ()
        return cls(tuple(lines), flags, shown, hashlib.sha256(data).hexdigest())


def keywords(values: Mapping[str, Any]) -> list[str]:
    """Values as arguments of a call in Python."""
    return [f"{name}={_literal(value)}" for name, value in values.items()]


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def flag_words(part: str, values: Mapping[str, Any]) -> list[str]:
    """Values as words of the command line."""
    return [
        word
        for name, value in values.items()
        for word in (f"--{part}-parameter", f"{name}={value}")
    ]
