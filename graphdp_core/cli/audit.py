"""graphdp audit: whether a mechanism can be caught breaking its guarantee."""

from __future__ import annotations

import argparse
import math
from typing import Any

import numpy as np

import graphdp_core as gdp
from graphdp_core.cli.progress import announce_compiling
from graphdp_core.cli.values import number, seed, values_for, whole
from graphdp_core.lab.audits.audit import least_seen
from graphdp_core.lab.audits.fault_injection import Louder, Published
from graphdp_core.lab.audits.replay import Replayed, replay_audit
from graphdp_core.lab.audits.settings import every_setting
from graphdp_core.params import Refused, schema

BAR = 40  # characters for all of epsilon


def options(command: argparse.ArgumentParser) -> None:
    """Which mechanism, at which epsilon, and how hard to try."""
    command.add_argument("mechanism", metavar="ID", nargs="?", help="a mechanism, by id")
    command.add_argument(
        "--all", action="store_true",
        help="all mechanisms, at every setting that changes a proved claim: some minutes",
    )  # fmt: skip
    command.add_argument("--epsilon", type=number, default=1.0, help="1 and 2 need fewest runs")
    command.add_argument(
        "--runs", type=whole, default=4000,
        help="releases of each neighbour: half choose what to look at, half certify it",
    )  # fmt: skip
    command.add_argument(
        "--pairs", type=whole, default=2000,
        help="neighbours on which every draw is replayed; 0 for none",
    )  # fmt: skip
    command.add_argument("--confidence", type=number, default=0.999)
    command.add_argument("--seed", type=seed, help="of the releases; fresh ones without it")
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
    result = gdp.audit(
        mechanism,
        epsilon=options.epsilon,
        runs=options.runs,
        confidence=options.confidence,
        rng=np.random.default_rng(options.seed),
    )
    replay = (
        replay_audit(
            mechanism, epsilon=options.epsilon, pairs=options.pairs, seed=options.seed or 0
        )
        if options.pairs
        else None
    )
    shown = _shown(mechanism, options) if replay is not None and replay.own_laws else []
    return {
        "id": mechanism.id,
        "setting": _setting(mechanism),
        "mechanism": result.mechanism,
        "verdict": result.verdict,
        "reason": result.reason,
        "certified_epsilon": result.certified_epsilon,
        "exact_epsilon": result.exact_epsilon,
        "confidence": result.confidence,
        "claimed_epsilon": result.claimed_epsilon,
        "claimed_delta": result.claim.delta,
        "relation": result.claim.relation.value,
        "proved": result.claim.status.is_proved,
        "status": result.claim.status.value,
        "pair": result.pair.name if result.pair else None,
        "event": result.event,
        "counts": list(result.counts),
        "runs": result.runs,
        "pairs_tried": result.pairs_tried,
        "statement": result.statement(),
        "replay": None if replay is None else _replayed(replay),
        "shown_by_releases": shown,
    }


def _shown(mechanism: gdp.Mechanism, options: argparse.Namespace) -> list[str]:
    """What releases alone show of laws of one's own, and how small a fault they would show."""
    lines, rng = [], np.random.default_rng(options.seed)
    kinds = {"Releases": Louder} | ({"Publications": Published} if mechanism.exact_sampler else {})
    for name, kind in kinds.items():
        result = gdp.audit(kind(mechanism), epsilon=options.epsilon, runs=options.runs, rng=rng)
        seen = least_seen(
            mechanism, epsilon=options.epsilon, runs=options.runs, rng=rng, wrapped=kind
        )
        power = "none that was planted" if seen is None else f"noise for {seen:g} times the ε"
        lines.append(f"{name}: {result.statement()} Of too little noise they would show {power}.")
    return lines


def _replayed(replay: Replayed) -> dict[str, Any]:
    return {
        "statement": replay.statement(),
        "verdict": "not replayed" if replay.outside else "violation" if replay.finding else "kept",
        "pairs": replay.pairs,
        "share": replay.share,
        "worst": replay.worst_in_words(),
        "steps": [
            {"of": step.of, "share": step.share, "spent": step.spent}
            for step in replay.steps
            if step.share
        ],
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
    return "\n".join([
        answer["mechanism"], *_steps(answer["replay"], answer["claimed_epsilon"]),
        answer["statement"], *answer["shown_by_releases"],
        f"{answer['pairs_tried']} pairs of neighbours were tried. {never}",
    ])  # fmt: skip


def _steps(replay: dict[str, Any] | None, claimed: float) -> list[str]:
    """The replay, and its steps as one bar: below each other, each where the one before ends."""
    if replay is None:
        return []
    lines, at = [replay["statement"]], 0.0
    wide = max((len(step["of"]) for step in replay["steps"]), default=0)
    for step in replay["steps"]:
        start, end, full = (
            round(BAR * min(part / claimed, 1.0)) if claimed else 0
            for part in (at, at + step["share"], at + min(step["spent"], step["share"]))
        )
        at += step["share"]
        bar = " " * start + "#" * (full - start) + "." * (end - full)
        lines.append(
            f"  {step['of']:<{wide}} |{bar:<{BAR}}| {step['spent']:.4f} of {step['share']:.4f}"
        )
    if replay["worst"]:
        lines.append(f"  largest loss: {replay['worst']}")
    return lines


def _share(replay: dict[str, Any] | None) -> str:
    """The largest loss of a replay, in percent of the claim, never rounded up."""
    if replay is None or replay["verdict"] == "not replayed":
        return "no"
    if replay["verdict"] == "violation":
        return "VIOLATION"
    return f"{math.floor(replay['share'] * 1e4 + 1e-6) / 1e2:g} %"


def _table(audits: list[dict[str, Any]]) -> str:
    rows = [("mechanism", "claimed ε", "certified ε", "replayed", "verdict", "runs", "setting")]
    for audit in audits:
        claimed = f"{audit['claimed_epsilon']:.4g}" + ("" if audit["proved"] else ", not proved")
        certified = f"{audit['certified_epsilon']:.4g}"
        rows.append(
            (audit["id"], claimed, certified, _share(audit["replay"]), audit["verdict"],
             f"{audit['runs']:,}",
             audit["setting"] or "by default")
        )  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
