"""graphdp plan: which numbers to release by themselves, and what each will tell."""

from __future__ import annotations

import argparse
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.choices import chosen_graph, graph_options, number, seed
from graphdp_core.cli.output import announce_compiling
from graphdp_core.experiment.plan import WANTS


def options_plan(command: argparse.ArgumentParser) -> None:
    """Which graph, the epsilon of everything together, and the wanted numbers."""
    graph_options(command)
    command.add_argument("--epsilon", type=number, required=True, help="of everything together")
    command.add_argument(
        "--want", required=True, metavar="NAME,...", help=f"any of {', '.join(WANTS)}"
    )
    command.add_argument("--seed", type=seed, default=0, help="seed of what is measured")


def run_plan(options: argparse.Namespace) -> dict[str, Any]:
    """The split, and for each number the width to expect beside what a graph would tell."""
    announce_compiling()
    graph, cleaned = chosen_graph(options)
    want = [name.strip() for name in options.want.split(",") if name.strip()]
    is_public = options.file is None
    made = gdp.plan(graph, options.epsilon, want, public=is_public, seed=options.seed)
    return {"cleaned": cleaned, **made.to_dict()}


def show_plan(answer: dict[str, Any]) -> str:
    """The answer first, a line a number, and how epsilon is split."""
    split = ", ".join(f"{name} {share:.3g}" for name, share in answer["spent"].items())
    said = [answer["cleaned"], answer["sentence"]]
    said += [f"  {row['sentence']}" for row in answer["rows"]]
    said += [f"ε is split: {split}." if split else "Nothing would be spent."]
    said += [f"Measured on {answer['measured_on']}. Nothing has been spent."]
    return "\n".join(filter(None, said))
