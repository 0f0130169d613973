"""graphdp compare: one analysis of one graph, without and with privacy."""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.progress import announce_compiling
from graphdp_core.cli.values import values_for
from graphdp_core.datasets import GENERATORS, Loaded
from graphdp_core.datasets.largest_component import in_largest_component
from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.guarantee import Guarantee

__all__ = ["options", "run", "show"]

NOT_PRIVATE = (
    "These numbers compare with the true graph, and the noise of a known seed can be taken off "
    "again: none of this is private. What a release alone would protect:"
)


def options(command: argparse.ArgumentParser) -> None:
    """Which graph, mechanism, analysis, epsilon and noise."""
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument("--graph", metavar="ID", help="a data set, by id")
    source.add_argument("--generate", metavar="ID", help="a generator, by id")
    source.add_argument("--file", metavar="PATH", help="a graph file of any format")
    command.add_argument("--graph-seed", type=int, default=0, help="seed of a generated graph")
    command.add_argument(
        "--largest-component", action="store_true", help="keep it alone (reads private data)"
    )
    command.add_argument("--mechanism", default="edge_flip", metavar="ID")
    command.add_argument("--analysis", default="spectral", metavar="ID")
    command.add_argument("--epsilon", type=float, required=True)
    command.add_argument("--seed", type=int, default=0, help="of the noise")
    command.add_argument("--repeats", type=int, default=1, help="independent repeats of the noise")
    for part in ("graph", "mechanism", "analysis"):
        command.add_argument(
            f"--{part}-parameter", f"--{part}-knob", action="append", default=[],
            metavar="NAME=VALUE",
            help=f"a parameter of the {'generator' if part == 'graph' else part}; may be repeated",
        )  # fmt: skip


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Compare, and answer with metrics, finding and guarantee."""
    announce_compiling()
    graph, note = _graph(options)
    c = gdp.compare(
        graph,
        _member(gdp.mechanism, gdp.MECHANISMS, options.mechanism, options.mechanism_parameter),
        _member(gdp.analysis, gdp.ANALYSES, options.analysis, options.analysis_parameter),
        epsilon=options.epsilon,
        seed=options.seed,
        repeats=options.repeats,
    )
    return {
        "graph": {"title": graph.title, "n": graph.n, "m": graph.m, "cleaned": note},
        "mechanism": options.mechanism,
        "analysis": options.analysis,
        "epsilon": c.epsilon,
        "seed": c.seed,
        "repeats": len(c.repeats),
        "metrics": dict(c.metrics),
        "finding": c.finding,
        "guarantee": {**_facts(c.guarantee), "statement": c.guarantee.statement()},
        "not_private": NOT_PRIVATE,
        "seconds": round(c.seconds, 4),
    }


def show(answer: dict[str, Any]) -> str:
    """The finding, the metrics, and what is private and what is not."""
    numbers = [f"  {name:<28} {value:.4g}" for name, value in answer["metrics"].items()]
    cleaned = [answer["graph"]["cleaned"]] if answer["graph"]["cleaned"] else []
    statement = answer["guarantee"]["statement"]
    return "\n".join([*cleaned, answer["finding"], *numbers, answer["not_private"], statement])


def _graph(options: argparse.Namespace) -> tuple[Graph, str]:
    """The graph, and in one sentence what its largest component leaves out."""
    if options.file:
        graph = gdp.read_graph(options.file)
    elif options.graph:
        graph = gdp.load_graph(options.graph)
    else:
        parameters = values_for(GENERATORS, options.generate, options.graph_parameter)
        graph = gdp.generate(options.generate, seed=options.graph_seed, **parameters)
    if not options.largest_component:
        return graph, ""
    loaded = in_largest_component(Loaded(graph, ""))
    return loaded.graph, loaded.cleaned.strip()


def _member(make: Any, members: tuple[Any, ...], id: str, texts: list[str]) -> Any:
    return make(id, **values_for(members, id, texts))


def _facts(guarantee: Guarantee) -> dict[str, Any]:
    facts = dataclasses.asdict(guarantee)
    return {**facts, "relation": guarantee.relation.value, "status": guarantee.status.value}
