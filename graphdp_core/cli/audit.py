"""graphdp audit: whether a mechanism can be caught breaking its guarantee.

graphdp check: whether what another package adds keeps the rules of what is built in.

graphdp claims: claims that do not hold, each with its counterexample and the audit of it.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict
from typing import Any

import numpy as np

import graphdp_core as gdp
from graphdp_core.cli.choices import number, seed, shared_options, taken, values_for, whole
from graphdp_core.cli.output import announce_compiling
from graphdp_core.lab.audits.audit import least_seen
from graphdp_core.lab.audits.contract import check_package
from graphdp_core.lab.audits.document import claim_facts, how_many_claims
from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS, false_claim
from graphdp_core.lab.audits.fault_injection import Louder, Published
from graphdp_core.lab.audits.replay import Replayed, replay_audit
from graphdp_core.lab.audits.settings import every_setting
from graphdp_core.params import Refused, schema

NEVER = "An audit can convict a mechanism; it never proves that one is private."
FACTS = (
    "mechanism", "verdict", "reason", "certified_epsilon", "confidence",
    "claimed_epsilon", "event", "counts", "runs", "pairs_tried",
)  # fmt: skip


def options_audit(command: argparse.ArgumentParser) -> None:
    """Which mechanism, at which epsilon, and how hard to try."""
    command.add_argument("mechanism", metavar="ID", nargs="?", help="such as edge_flip")
    command.add_argument(
        "--all", action="store_true",
        help="audit all mechanisms, at every setting that changes a proved claim (some minutes)",
    )  # fmt: skip
    command.add_argument("--epsilon", type=number, default=1.0, help="1 and 2 need fewest runs (1)")
    command.add_argument(
        "--runs", type=whole, default=4000,
        help="releases of each of two neighbours (default: 4000); half choose what to look at",
    )  # fmt: skip
    command.add_argument(
        "--pairs", type=whole, default=2000,
        help="pairs of neighbours on which every draw is replayed (default: 2000; 0 for none)",
    )  # fmt: skip
    command.add_argument("--confidence", type=number, default=0.999, help="default: 0.999")
    command.add_argument("--seed", type=seed, help="seed of the releases (default: a fresh one)")
    shared_options(command, "--set")


def run_audit(options: argparse.Namespace) -> dict[str, Any]:
    """Audit, and answer with claim, certificate and verdict."""
    if options.all != (options.mechanism is None) or (options.all and options.set):
        raise Refused("name one mechanism, with --set where it has parameters, or ask for --all.")
    announce_compiling()
    if options.all:
        return {"audits": [_audited(made, options) for made in every_setting()]}
    parameters = values_for(gdp.MECHANISMS, options.mechanism, options.set)
    return _audited(gdp.mechanism(options.mechanism, **parameters), options)


def _audited(mechanism: gdp.Mechanism, options: argparse.Namespace) -> dict[str, Any]:
    asked, rng = taken(options, "epsilon", "runs"), np.random.default_rng(options.seed)
    result = gdp.audit(mechanism, confidence=options.confidence, rng=rng, **asked)
    claim, replay, shown = result.claim, None, list[str]()
    if options.pairs:
        replay = replay_audit(
            mechanism, **taken(options, "epsilon", "pairs"), seed=options.seed or 0
        )
        shown = _shown(mechanism, options) if replay.own_laws else []
    return {
        "id": mechanism.id, "setting": _setting(mechanism),
        **taken(result, *FACTS),
        "claimed_delta": claim.delta, "relation": claim.relation.value,
        "proved": claim.status.is_proved, "status": claim.status.value,
        "pair": result.pair.name if result.pair else None, "statement": result.statement(),
        "replay": replay and _replayed(replay), "shown_by_releases": shown,
    }  # fmt: skip


def _shown(mechanism: gdp.Mechanism, options: argparse.Namespace) -> list[str]:
    """What releases alone show of laws of one's own, and how small a fault they would show."""
    lines, rng = [], np.random.default_rng(options.seed)
    kinds = {"Releases": Louder} | ({"Publications": Published} if mechanism.exact_sampler else {})
    for name, kind in kinds.items():
        asked = {**taken(options, "epsilon", "runs"), "rng": rng}
        result = gdp.audit(kind(mechanism), **asked)
        seen = least_seen(mechanism, wrapped=kind, **asked)
        power = "none that was planted" if seen is None else f"noise for {seen:g} times the ε"
        lines.append(f"{name}: {result.statement()} Of too little noise they would show {power}.")
    return lines


def _replayed(replay: Replayed) -> dict[str, Any]:
    return {
        "statement": replay.statement(),
        "verdict": "not replayed" if replay.outside else "violation" if replay.finding else "kept",
        "pairs": replay.pairs, "share": replay.share, "worst": replay.worst_in_words(),
        "steps": [taken(step, "of", "share", "spent") for step in replay.steps if step.share],
    }  # fmt: skip


def _setting(mechanism: gdp.Mechanism) -> str:
    """The parameters that are not as they are by default."""
    values = ((p, getattr(mechanism, p.name)) for p in schema(mechanism))
    return ", ".join(f"{p.name}={value}" for p, value in values if value != p.default)


def show_audit(answer: dict[str, Any]) -> str:
    """The finding, or one line for each, and what it is not."""
    if "audits" in answer:
        return f"{_table(answer['audits'])}\n{NEVER}"
    return "\n".join([
        answer["mechanism"], *_steps(answer["replay"]),
        answer["statement"], *answer["shown_by_releases"],
        f"{answer['pairs_tried']} pairs of neighbours were tried. {NEVER}",
    ])  # fmt: skip


def _steps(replay: dict[str, Any] | None) -> list[str]:
    """The replay, and what each of its steps lost of its share."""
    if replay is None:
        return []
    wide = max((len(step["of"]) for step in replay["steps"]), default=0)
    steps = [f"  {step['of']:<{wide}}  {step['spent']:.4f} of {step['share']:.4f}"
             for step in replay["steps"]]  # fmt: skip
    worst = [f"  largest loss: {replay['worst']}"] if replay["worst"] else []
    return [replay["statement"], *steps, *worst]


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
        rows.append((
            audit["id"], claimed, f"{audit['certified_epsilon']:.4g}", _share(audit["replay"]),
            audit["verdict"], f"{audit['runs']:,}", audit["setting"] or "by default",
        ))  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def options_check(command: argparse.ArgumentParser) -> None:
    """Which package, and how hard its mechanisms are audited."""
    command.add_argument("package", help="the name of an installed package")
    command.add_argument(
        "--runs", type=whole, default=1000, help="releases in each audit (default: 1000)"
    )
    command.add_argument("--seed", type=seed, help="seed of the releases (default: a fresh one)")


def run_check(options: argparse.Namespace) -> list[dict[str, Any]]:
    """One row a member and rule."""
    announce_compiling()
    checks = check_package(options.package, **taken(options, "runs", "seed"))
    return [asdict(one) for one in checks]


def failed_check(answer: list[dict[str, Any]]) -> bool:
    """Whether a rule is broken."""
    return not all(row["kept"] for row in answer)


def show_check(answer: list[dict[str, Any]]) -> str:
    """A line a rule, and how many are broken."""
    wide = max(len(row["member"]) for row in answer)
    rows = [
        f"{row['member']:<{wide}}  {'kept  ' if row['kept'] else 'BROKEN'}  {row['rule']}"
        + (f": {row['said']}" if row["said"] else "")
        for row in answer
    ]
    broken = sum(not row["kept"] for row in answer)
    end = f"{broken} of {len(answer)} rules are broken."
    return "\n".join([*rows, "", end if broken else f"All {len(answer)} rules are kept. {NEVER}"])


def options_claims(command: argparse.ArgumentParser) -> None:
    """Which claim, and whether its numbers are made anew."""
    command.add_argument("id", nargs="?", help="one claim (default: all)")
    command.add_argument(
        "--store", action="store_true", help="for maintainers: measure all anew and keep that"
    )


def run_claims(options: argparse.Namespace) -> list[dict[str, str]]:
    """What was claimed, why it does not hold, and what was measured, of one or all."""
    chosen = FALSE_CLAIMS if options.id is None else (false_claim(options.id),)
    if options.store:
        from graphdp_core.lab.audits.evidence_run import keep_claims

        announce_compiling()
        keep_claims()
    return [{"id": one.id, "title": one.title, **claim_facts(one)} for one in chosen]


def show_claims(answer: list[dict[str, str]]) -> str:
    """A paragraph for each claim, a line for each fact."""
    told = [
        "\n  ".join([f"{one['title']} ({one['id']})",
                     *(f"{k}: {v}" for k, v in one.items() if k not in ("id", "title"))])
        for one in answer
    ]  # fmt: skip
    first = f"{how_many_claims()} that do not hold.\n\n" if len(answer) > 1 else ""
    return first + "\n\n".join(told)
