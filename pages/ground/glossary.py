"""The words of the field as docs/glossary.md defines them, for tooltips and notes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROLE = re.compile(r"\{doc\}`([^<`]+) <[^>]+>`")


def term(name: str) -> str:
    """What a term means, in one or two sentences.

    Parameters
    ----------
    name : str
        As in the glossary's headings, in any case.

    Raises
    ------
    ValueError
        If the glossary does not define it.

    Examples
    --------
    >>> term("edge")
    'A pair of nodes that is connected.'
    """
    try:
        return terms()[name.lower()]
    except KeyError:
        raise ValueError(
            f"the glossary does not define {name!r}: add it to {_file('glossary')}."
        ) from None


@cache
def terms() -> dict[str, str]:
    """Every term in lower case with the first paragraph of its entry, on one line."""
    return {name.lower(): text for name, text in named_terms().items()}


@cache
def named_terms() -> dict[str, str]:
    """The same by the headings as they are written."""
    entries = _file("glossary").read_text(encoding="utf-8").split("\n### ")[1:]
    pairs = (entry.split("\n", 1) for entry in entries)
    return {name: " ".join(text.split("\n\n")[0].split()) for name, text in pairs}


def what() -> tuple[str, ...]:
    """What this is, in the sentences of docs/what.md: each is a line below its title."""
    _, *lines = _file("what").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("!"))


def rules() -> tuple[str, ...]:
    """The three rules of docs/choose.md, each on one line, without links."""
    text = _file("choose").read_text(encoding="utf-8").split("Three rules:\n\n")[1]
    items = text.split("\n\n")[0].removeprefix("- ").split("\n- ")
    return tuple(ROLE.sub(r"\1", " ".join(item.split())) for item in items)


def _file(name: str) -> Path:
    return Path(__file__).parents[2] / "docs" / f"{name}.md"
