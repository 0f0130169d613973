"""graphdp audit: whether a mechanism can be caught breaking its promise."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import graphdp_core as gdp
from graphdp_core.cli.progress import announce_compiling
from graphdp_core.cli.values import values_for

__all__ = ["options", "run", "show"]


def options(command: argparse.ArgumentParser) -> None:
    """Which mechanism, at which epsilon, and how hard to try."""
    command.add_argument("mechanism", metavar="ID", help="a mechanism, by id")
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
    announce_compiling()
    parameters = values_for(gdp.MECHANISMS, options.mechanism, options.set)
    found = gdp.audit(
        gdp.mechanism(options.mechanism, **parameters),
        epsilon=options.epsilon,
        runs=options.runs,
        confidence=options.confidence,
        rng=np.random.default_rng(options.seed),
    )
    return {
        "mechanism": found.mechanism,
        "verdict": found.verdict,
        "reason": found.reason,
        "certified_epsilon": found.certified_epsilon,
        "exact_epsilon": found.exact_epsilon,
        "confidence": found.confidence,
        "claimed_epsilon": found.claimed_epsilon,
        "claimed_delta": found.claim.delta,
        "relation": found.claim.relation.value,
        "status": found.claim.status.value,
        "pair": found.pair.name if found.pair else None,
        "event": found.event,
        "counts": list(found.counts),
        "runs": found.runs,
        "pairs_tried": found.pairs_tried,
        "statement": found.statement(),
    }


def show(answer: dict[str, Any]) -> str:
    """The finding, and what it is not."""
    return (
        f"{answer['mechanism']}\n{answer['statement']}\n"
        f"{answer['pairs_tried']} pairs of neighbours were tried. An audit can convict a "
        "mechanism; it never proves that one is private."
    )
