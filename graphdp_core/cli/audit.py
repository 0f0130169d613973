"""graphdp audit: whether a mechanism can be caught breaking its guarantee."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import graphdp_core as gdp
from graphdp_core.cli.progress import announce_compiling
from graphdp_core.cli.values import values_for
from graphdp_core.params import Refused, schema
from graphdp_core.trust.settings import every_setting

__all__ = ["options", "run", "show"]


def options(command: argparse.ArgumentParser) -> None:
    """Which mechanism, at which epsilon, and how hard to try."""
    command.add_argument("mechanism", metavar="ID", nargs="?", help="a mechanism, by id")
    command.add_argument(
        "--all", action="store_true",
        help="all mechanisms, at every setting that changes a proved claim: some minutes",
    )  # fmt: skip
    command.add_argument("--epsilon", type=float, default=1.0, help="1 and 2 need fewest runs")
    command.add_argument(
        "--runs", type=int, default=4000,
        help="releases of each neighbour: half choose what to look at, half certify it",
    )  # fmt: skip
    command.add_argument("--confidence", type=float, default=0.999)
    command.add_argument("--seed", type=int, help="of the releases; fresh ones without it")
    command.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE",
        help="a parameter of the mechanism; may be repeated",
    )  # fmt: skip


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Audit, and answer with claim, certificate and verdict."""
    if options.all != (options.mechanism is None) or (options.all and options.set):
        raise Refused("name one mechanism, with --set where it has parameters, or ask for --all.")
    announce_compiling()
    if options.all:
        return {"audits": [_audited(made, options) for made in every_setting()]}
    parameters = values_for(gdp.MECHANISMS, options.mechanism, options.set)
    return _audited(gdp.mechanism(options.mechanism, **parameters), options)


def _audited(mechanism: gdp.Mechanism, options: argparse.Namespace) -> dict[str, Any]:
    found = gdp.audit(
        mechanism,
        epsilon=options.epsilon,
        runs=options.runs,
        confidence=options.confidence,
        rng=np.random.default_rng(options.seed),
    )
    return {
        "id": mechanism.id,
        "setting": _setting(mechanism),
        "mechanism": found.mechanism,
        "verdict": found.verdict,
        "reason": found.reason,
        "certified_epsilon": found.certified_epsilon,
        "exact_epsilon": found.exact_epsilon,
        "confidence": found.confidence,
        "claimed_epsilon": found.claimed_epsilon,
        "claimed_delta": found.claim.delta,
        "relation": found.claim.relation.value,
        "proved": found.claim.status.is_proved,
        "status": found.claim.status.value,
        "pair": found.pair.name if found.pair else None,
        "event": found.event,
        "counts": list(found.counts),
        "runs": found.runs,
        "pairs_tried": found.pairs_tried,
        "statement": found.statement(),
    }


def _setting(mechanism: gdp.Mechanism) -> str:
    """The parameters that are not as they are by default."""
    values = ((p, getattr(mechanism, p.name)) for p in schema(mechanism))
    return ", ".join(f"{p.name}={value}" for p, value in values if value != p.default)


def show(answer: dict[str, Any]) -> str:
    """The finding, or one line for each, and what it is not."""
    never = "An audit can convict a mechanism; it never proves that one is private."
    if "audits" in answer:
        return f"{_table(answer['audits'])}\n{never}"
    return (
        f"{answer['mechanism']}\n{answer['statement']}\n"
        f"{answer['pairs_tried']} pairs of neighbours were tried. {never}"
    )


def _table(audits: list[dict[str, Any]]) -> str:
    rows = [("mechanism", "claimed ε", "certified ε", "verdict", "runs", "setting")]
    for found in audits:
        claimed = f"{found['claimed_epsilon']:.4g}" + ("" if found["proved"] else ", not proved")
        certified = f"{found['certified_epsilon']:.4g}"
        rows.append(
            (found["id"], claimed, certified, found["verdict"], f"{found['runs']:,}",
             found["setting"] or "by default")
        )  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
