"""graphdp compare: one analysis of one graph, without and with privacy.

What the commands share that compare once, and those that write it into a file.
"""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.choices import (
    chosen_graph,
    chosen_pair,
    comparing_options,
    taken,
    whole,
)
from graphdp_core.cli.output import announce_compiling, arriving, free
from graphdp_core.wings import is_here

NOT_PRIVATE = (
    "These numbers compare with the true graph, and the noise of a known seed can be taken off "
    "again: none of this is private. What a release alone would protect:"
)


def options_compare(command: argparse.ArgumentParser) -> None:
    """Which graph, mechanism, analysis, epsilon and noise."""
    comparing_options(command)
    command.add_argument(
        "--repeats", type=whole, default=1, help="how many draws of the noise (default: 1)"
    )
    command.set_defaults(figure=None)
    if is_here("export"):
        command.add_argument(
            "--figure", metavar="FILE",
            help="also draw it: a page with a slider of epsilon (.html) or a picture (.svg)",
        )  # fmt: skip


def run_compare(options: argparse.Namespace) -> dict[str, Any]:
    """Compare, and answer with metrics, finding and guarantee."""
    path = None
    if options.figure:
        path = free(options.figure, force=options.force, endings=(".html", ".svg"))
    announce_compiling()
    graph, cleaned = chosen_graph(options)
    asked = taken(options, "epsilon", "seed", "repeats")
    c = gdp.compare(graph, *chosen_pair(options, graph), **asked)
    if path is not None:
        from graphdp_core.cli.picture import drawn

        with arriving(path, force=options.force) as beside:
            beside.write_text(drawn(c, path, options), encoding="utf-8")
    return {
        "graph": {"title": graph.title, "n": graph.n, "m": graph.m, "cleaned": cleaned},
        **taken(options, "mechanism", "analysis"),
        "epsilon": c.epsilon, "seed": c.seed, "repeats": len(c.repeats),
        "metrics": dict(c.metrics), "finding": c.finding,
        "survival": {
            id: {**dataclasses.asdict(survival), "verdict": survival.verdict.value}
            for id, survival in gdp.survival(c).items()
        },
        "guarantee": {
            **dataclasses.asdict(c.guarantee), "relation": c.guarantee.relation.value,
            "status": c.guarantee.status.value, "statement": c.guarantee.statement(),
        },
        "not_private": NOT_PRIVATE, "seconds": round(c.seconds, 4),
    }  # fmt: skip


def show_compare(answer: dict[str, Any]) -> str:
    """The finding, the metrics, and what is private and what is not."""
    labels = {metric.id: metric.label for metric in gdp.analysis(answer["analysis"]).metrics}
    numbers = [
        f"  {name:<28} {value:<9.4g} {labels[name]}" for name, value in answer["metrics"].items()
    ]
    numbers += [_in_words(survival) for survival in answer["survival"].values()]
    statement = answer["guarantee"]["statement"]
    said = [answer["graph"]["cleaned"], answer["finding"], *numbers, answer["not_private"]]
    return "\n".join([*filter(None, said), statement])


def _in_words(kept: dict[str, Any]) -> str:
    """The verdict in one line, with what it was judged by."""
    scale = f"{kept['metric']}: {kept['chance']:.4g} by chance, {kept['perfect']:.4g} at best"
    return f"  survival {kept['score']:.2f}: {kept['verdict']} ({scale}). {kept['note']}".rstrip()
