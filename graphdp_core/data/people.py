"""Made-up first names of the people in bundled graphs: a picture of Ada and Ben is read at once."""

from __future__ import annotations

from pathlib import Path

from graphdp_core.stored import table

_FILE = table(Path(__file__).with_name("people.toml"))


def people(id: str, n: int) -> tuple[str, ...]:
    """The first n people of a graph, no two of one name; none where there are not so many.

    Examples
    --------
    >>> people("karate", 34)[0], people("school", 2), people("school", 10_000)
    ('Mr. Hi', ('Ada', 'Ben'), ())
    """
    names = " ".join(_FILE[id].split()).split(", ")
    return tuple(names[:n]) if n <= len(names) else ()
