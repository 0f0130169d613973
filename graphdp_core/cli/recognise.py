"""graphdp recognise: who can be recognised in a graph whose names were taken off."""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict
from typing import Any

import graphdp_core as gdp
from graphdp_core.analyses.recognition import TELLS_WHO
from graphdp_core.cli.choices import (
    chosen_graph,
    chosen_mechanism,
    graph_options,
    number,
    parameter_option,
    seed,
    taken,
    whole,
)
from graphdp_core.cli.output import announce_compiling
from graphdp_core.experiment.recognition import NOT_PRIVATE
from graphdp_core.graphs.signatures import MEASURES


def options_recognise(command: argparse.ArgumentParser) -> None:
    """Which graph, how it is released, and what the attackers know."""
    graph_options(command)
    command.add_argument(
        "--mechanism", default="names_off", metavar="ID", help="default: names_off"
    )
    parameter_option(command, "mechanism")
    command.add_argument("--epsilon", type=number, help="for mechanisms that need one")
    command.add_argument(
        "--ties-known", type=number, default=0.9, help="share of ties the attacker knows (0.9)"
    )
    command.add_argument("--named", type=whole, default=10, help="people known by name (10)")
    command.add_argument("--draws", type=whole, default=3, help="releases to attack (default: 3)")
    command.add_argument("--seed", type=seed, default=0, help="seed of the draws")


def run_recognise(options: argparse.Namespace) -> dict[str, Any]:
    """Attack, and answer with shares, intervals, chance, and who is recognised."""
    announce_compiling()
    graph, cleaned = chosen_graph(options)
    mechanism = chosen_mechanism(options.mechanism, options.mechanism_parameter)
    known = taken(options, "epsilon", "ties_known", "named", "draws", "seed")
    seen = gdp.recognition(graph, mechanism, **known)
    attackers = [
        {**asdict(one), "people": list(map(_told, one.people.tolist()))} for one in seen.attackers
    ]
    return {
        "graph": {"title": graph.title, "n": graph.n, "m": graph.m, "cleaned": cleaned},
        "mechanism": mechanism.id, **known, "epsilon": seen.epsilon,
        "unique": {measure: round(share, 4) for measure, share in seen.unique.items()},
        "attackers": attackers, "sentence": seen.sentence(), "tells": TELLS_WHO,
        "not_private": NOT_PRIVATE,
        "guarantee": mechanism.guarantee(seen.epsilon or 1.0).statement(),
    }  # fmt: skip


def show_recognise(answer: dict[str, Any]) -> str:
    """The answer first, a line for each attacker, and what is private and what is not."""
    rows = [
        f"  {one['share']:.3f} ({one['low']:.3f} to {one['high']:.3f}, "
        f"guessing {one['chance']:.4f})  knowing {one['knows']}"
        for one in answer["attackers"]
    ]
    unique = [
        f"unique by {MEASURES[measure].lower()} {share:.3f}".replace(" 0.", " .")
        for measure, share in answer["unique"].items()
    ]
    said = [answer["graph"]["cleaned"], answer["sentence"], *rows, "; ".join(unique)]
    said += [answer["tells"], answer["not_private"], answer["guarantee"]]
    return "\n".join(filter(None, said))


def _told(rate: float) -> float | None:
    return None if math.isnan(rate) else round(rate, 4)
