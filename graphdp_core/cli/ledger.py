"""graphdp ledger: what was released about some people, what it cost, and what may still be."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.trust.ledger import Ledger


def options(command: argparse.ArgumentParser) -> None:
    """Which ledger; a cap to set."""
    command.add_argument("file", metavar="FILE")
    command.add_argument(
        "--cap", metavar="E",
        help="the most that all releases together may cost what is named below; none lifts it",
    )  # fmt: skip
    command.add_argument(
        "--relation", default="edge", choices=[kind.value for kind in NeighbouringRelation],
        help="what the cap protects",
    )  # fmt: skip
    command.add_argument("--radius", default="1", help="of that relation, as releases state it")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Set the cap if one is given; list the releases and their sums."""
    book = Ledger(options.file)
    relation = NeighbouringRelation(options.relation)
    if options.cap == "none":
        book.lift(relation, radius=options.radius)
    elif options.cap is not None:
        book.cap(relation, amount_of(options.cap, name="--cap"), radius=options.radius)
    elif not Path(options.file).exists():
        raise Refused(f"there is no ledger {Path(options.file).name}: a first release begins one.")
    return {
        "file": options.file,
        "spent": [
            {"relation": relation, "radius": radius, "statement": spent.statement(),
             "epsilon": float(spent.epsilon), "releases": spent.releases,
             "apart": list(spent.apart),
             "implies": [guarantee.statement() for guarantee in spent.implied()]}
            for (relation, radius), spent in book.spent().items()
        ],
        "lines": [{"line": line.number, **line.facts} for line in book.lines[1:]],
    }  # fmt: skip


def show(answer: dict[str, Any]) -> str:
    """The sums, then the lines."""
    sums = []
    for row in answer["spent"]:
        sums.append(f"{_named(row['relation'], row['radius'])}: {row['statement']}")
        sums += [f"  so, at most, {words}" for words in row["implies"]]
    rows = [
        f"{row['line']:>5}  {row['time']}  {row['kind']:<8} ε = {row['epsilon']:<8} "
        f"{row.get('mechanism', row['relation'])}"
        for row in answer["lines"]
    ]
    return "\n".join([*(sums or ["Nothing was released."]), *rows])


def _named(relation: str, radius: str) -> str:
    has_radius = NeighbouringRelation(relation).has_radius
    return f"{relation} (radius {radius})" if has_radius else relation
