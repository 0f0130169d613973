"""How a member of a family is listed: an id, a title, parameters, one line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphdp_core.params import schema


def allowed(owner: Any) -> dict[str, str]:
    """Of every parameter, what it may be and what it is by default."""
    return {
        parameter.name: f"{parameter.allowed()} (default {parameter.default!r})"
        for parameter in schema(owner)
    }


def show_rows(rows: Sequence[dict[str, Any]]) -> str:
    """One line for each row, with its id first."""
    return "\n".join(f"{row['id']:<22} {_line(row)}" for row in rows)


def _line(row: dict[str, Any]) -> str:
    facts = [row["title"]]
    if "n" in row:
        here = "" if row["available"] else ", not on this machine"
        facts.append(f"{row['n']:,} nodes, {row['m']:,} edges{here}")
    facts += [f"{name}: {text}" for name, text in row.get("parameters", {}).items()]
    facts += [f"at ε = 1: {row['guarantee']}"] if "guarantee" in row else []
    return "; ".join(facts)
