"""Why a mechanism protects what it says, or the counterexample: its section of docs/privacy.md."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

__all__ = ["argument"]

HERE = Path(__file__)
PLACES = (HERE.parents[2] / "docs" / "privacy.md", HERE.parent / "privacy.md")
"""In a checkout, and in an installed package."""

SECTION = re.compile(r"^### (?P<id>[a-z0-9_]+)\n\n(?:- .+\n)+\n(?P<text>(?:(?!^##).*\n)+)", re.M)


def argument(id: str) -> str:
    """Proof or counterexample in Markdown, a paragraph a line; "" for an unknown mechanism.

    Examples
    --------
    >>> argument("edge_flip")[:55]
    'Every pair is flipped by itself with probability π = 1/'
    """
    return _sections().get(id, "")


@cache
def _sections() -> dict[str, str]:
    text = next(place for place in PLACES if place.is_file()).read_text(encoding="utf-8")
    return {
        found["id"]: "\n\n".join(" ".join(part.split()) for part in found["text"].split("\n\n"))
        .strip()
        for found in SECTION.finditer(text)
    }  # fmt: skip
