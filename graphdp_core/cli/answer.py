"""graphdp answer: which epsilon a target needs, and with which mechanism."""

from __future__ import annotations

import argparse
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.choices import chosen_graph, chosen_mechanism, graph_options
from graphdp_core.cli.measuring import check_files, measuring_by, measuring_options, write_files
from graphdp_core.cli.progress import announce_compiling, tell
from graphdp_core.cli.values import number, seed, whole
from graphdp_core.experiment.advice import NOT_PRIVATE
from graphdp_core.experiment.targets import read_target
from graphdp_core.params import Refused


def options(command: argparse.ArgumentParser) -> None:
    """Which graph, targets and mechanisms, and how sure."""
    graph_options(command, target="--target-column")
    command.add_argument(
        "--target", dest="wanted", action="append", metavar="T", default=[],
        help='what to keep, such as "louvain.ari>=0.8", or how near a release must lead to a '
        'number, "intervals.homophily<=0.05"; may be repeated',
    )  # fmt: skip
    command.add_argument(
        "--mechanism", action="append", metavar="ID", help="may be repeated (default: all)"
    )
    command.add_argument("--confidence", type=number, default=0.95, help="default: 0.95")
    command.add_argument(
        "--draws", type=whole, help="of a refined epsilon (default: as few as can)"
    )
    command.add_argument("--seed", type=seed, default=0, help="of the noise")
    measuring_options(command)


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Ask the advisor; a row for each target and mechanism, best first."""
    announce_compiling()
    check_files(options)
    if not options.wanted:
        raise Refused('say what to keep: --target "louvain.ari>=0.8".')
    targets = dict(read_target(text) for text in options.wanted)
    measuring = measuring_by(options)
    graph, cleaned = chosen_graph(options)
    ids = options.mechanism
    advice = gdp.answer(
        graph,
        targets,
        confidence=options.confidence,
        mechanisms=[chosen_mechanism(id, []) for id in ids] if ids else None,
        draws=options.draws,
        seed=options.seed,
        progress=tell,
        **measuring,
    )
    tell(1.0, "")
    write_files(advice.table(), options)
    plans = [] if len(targets) == 1 else advice.plans()
    return {
        "cleaned": cleaned,
        "headline": advice.headline(),
        "remarks": advice.remarks,
        "rows": advice.rows(),
        "plans": [{"epsilon": p.epsilon, "spent": p.spent, "serves": p.serves} for p in plans],
        "plans_in_words": [str(plan) for plan in plans],
        "confidence": advice.confidence,
        "share": advice.share,
        "unfit": dict(advice.unfit),
        "failed": list(advice.failed),
        "not_private": NOT_PRIVATE,
    }


def show(answer: dict[str, Any]) -> str:
    """The headline, a table for each target, the plans, and what did not run."""
    lines = [answer["cleaned"], answer["headline"], *answer["remarks"]]
    targets = list(dict.fromkeys(row["target"] for row in answer["rows"]))
    for target in targets:
        rows = [row for row in answer["rows"] if row["target"] == target]
        lines += ["", target]
        lines += [_line(row) for row in rows if not row["apart"]]
        apart = [row for row in rows if row["apart"]]
        lines += ["  not comparable:"] * bool(apart) + [_line(row) for row in apart]
    if answer["plans_in_words"]:
        lines += ["", "All targets:", *(f"  {plan}" for plan in answer["plans_in_words"])]
    lines += [""] if answer["failed"] or answer["unfit"] else []
    lines += [f"{title} does not run: {why}" for title, why in answer["unfit"].items()]
    lines += [f"Counted as a miss: {sentence}" for sentence in answer["failed"]]
    return "\n".join([*lines, "", answer["not_private"]]).lstrip("\n")


def _line(row: dict[str, Any]) -> str:
    is_nominal_other = row["nominal"] != row["epsilon"] and not row["in_words"].startswith("as ")
    setting = f" (set to {row['nominal']:g})" if is_nominal_other else ""
    why = f" ({row['apart']})" if row["apart"] else ""
    return f"  {row['title']:<28} {_epsilon(row['in_words'])}{setting}{why}"


def _epsilon(words: str) -> str:
    """With the sign before a number, and words alone."""
    return words if words.startswith(("as ", "never", "not")) else f"ε {words}"
