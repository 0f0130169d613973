"""What every file that is taken away says of a comparison: names, promise, what is not private.

Names stay home: the same comparison with numbers in the place of names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.board import one_edge
from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import plain_text
from graphdp_core.plots.numbers import format_number
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    believed,
)

if TYPE_CHECKING:
    import pandas as pd


NOT_PRIVATE = (
    "Contains the TRUE graph: not private. The side without privacy, places, colours and every "
    "number that compares the two sides read it; the noise of a known draw can be taken off again."
)

COVERED = (
    "That holds for someone who knows all else, or whom all else tells nothing about it. "
    "Anyone who expects friends of friends to be friends may also guess a tie from the others: "
    "nothing limits that. What is computed from the release alone is covered. The left picture, "
    "the shared layout, sizes, colours and alignment, which ties are kept, lost or invented, and "
    "every number that compares the two read the true graph: they are not private."
)


def graph_title(c: Comparison) -> str:
    """The graph's title as one line of plain text."""
    return plain_text(c.graph.title) or "a graph"


def file_name(c: Comparison, ending: str = "") -> str:
    """What a file about this comparison is called; nothing of a person's own words is in it."""
    parts = ("graphdp", c.analysis.id, c.mechanism.id, f"epsilon-{c.epsilon:g}", f"draw-{c.seed}")
    return "-".join(parts) + (f".{ending}" if ending else "")


def caption(c: Comparison) -> dict[str, str]:
    """Graph, mechanism, epsilon, draw and promise, by their names."""
    return {
        "Graph": f"{graph_title(c)}, {c.graph.n:,} nodes, {c.graph.m:,} edges",
        "Analysis": c.analysis.title,
        "Mechanism": c.mechanism.title,
        "Epsilon": epsilon_label(c.epsilon),
        "Noise draw": str(c.seed),
        "Promise": c.guarantee.statement(),
    }


def facts(g: Guarantee) -> dict[str, str]:
    """A guarantee's facts by their names."""
    proved = g.status.is_proved
    return {
        "Unit protected": g.unit if proved else f"none proved; meant: {g.unit}",
        "Neighbouring relation": f"{g.relation.value}, radius {g.protected_radius}",
        "Nominal ε": format_number(g.epsilon),
        "Exact ε": at_most(g.effective_epsilon) if proved else "none",
        "δ": at_most(g.delta) if proved else "none",
        "Belief from 1%": believed(one_edge(g).beliefs[0.01]),
        "Status of the proof": g.status.value,
        "Proof": g.proof,
        "Sampler": g.sampler,
        "Public by assumption": " ".join(g.assumptions),
        "A second release": _second(g),
    }


def _second(g: Guarantee) -> str:
    if not g.status.is_proved:
        return "is as unprotected as the first."
    words = "adds its own ε and δ" if g.delta else "adds its own ε"
    people = ", k edges of one person kε" if g.relation is NeighbouringRelation.EDGE else ""
    return f"{words}: two draws at ε cost 2ε{people if not g.delta else ''}."


def carries_names(graph: Graph) -> bool:
    """Whether the graph has names of nodes or classes of its own."""
    return graph.names is not None or any(not name.isdigit() for name in graph.label_names)


def nameless_graph(graph: Graph) -> Graph:
    """The same graph; nodes are numbers, classes "class 1", "class 2" and so on."""
    return replace(graph, names=None, label_names=_classes(graph.label_names))


def without_names(c: Comparison) -> Comparison:
    """The same comparison, without a name of a node or a class on either side."""
    release: Any = c.release
    if isinstance(release, Graph):
        release = nameless_graph(release)
    return replace(c, graph=nameless_graph(c.graph), release=release)


def nameless_table(table: pd.DataFrame, graph: Graph) -> pd.DataFrame:
    """The same table with numbers in the place of nodes' names, and of classes'."""
    from pandas.api.types import is_numeric_dtype

    instead = {graph.name(i): f"node {i}" for i in range(graph.n)} if graph.names else {}
    instead |= dict(zip(graph.label_names, _classes(graph.label_names), strict=True))
    hidden = {
        column: table[column].map(lambda cell: instead.get(cell, cell))
        for column in table.columns
        if not is_numeric_dtype(table[column])
    }
    return table.assign(**hidden).rename(columns=instead)


def _classes(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"class {k}" for k in range(1, len(names) + 1))
