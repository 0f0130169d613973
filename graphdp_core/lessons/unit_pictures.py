"""The ladder of units as a row of pictures: one graph, one epsilon, larger and larger units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.experiment.unit_ladder import Rung
from graphdp_core.graphs.graph import Graph
from graphdp_core.lessons.measured import SEED, places
from graphdp_core.plots.pair.picture import edge_kinds, thin_edges

TRUE_LINES, MOST_LINES = 250, 700  # of a small picture


def unit_pictures(
    graph: Graph,
    rungs: Sequence[Rung],
    names: Sequence[str],
    says: Callable[[Rung], str],
    *,
    seats: AnyFloats,
    title: str,
) -> dict[str, Any]:
    """One small picture a rung, all on the places of the true graph.

    Parameters
    ----------
    graph : Graph
    rungs : sequence of Rung
    names : sequence of str
        Of each unit, in the words of the story.
    says : callable
        What survives on a rung.
    seats : ndarray, shape (n, 2)
        Where the nodes stand.
    title : str

    Returns
    -------
    dict
        `title`, `places`, and `rungs`: name, `price` (what the mechanism runs at; "" where all that
        is drawn is public), `says`, and the pairs that are drawn, kept and invented.
    """
    pictures = []
    for rung, name in zip(rungs, names, strict=True):
        kinds = _drawn(graph, rung)
        pictures.append(
            {
                "name": name,
                "price": f"{rung.mechanism.title}, {epsilon_label(rung.epsilon)}"
                if rung.mechanism
                else "its edges are public",
                "says": says(rung),
                **{kind: pairs.ravel().tolist() for kind, pairs in kinds.items()},
            }
        )
    return {"title": title, "places": places(seats), "rungs": pictures}


def _drawn(graph: Graph, rung: Rung) -> dict[str, np.ndarray]:
    """Edges of one release, thinned in proportion to their number."""
    shown: Any = graph
    if rung.mechanism is not None:
        shown = rung.mechanism.release(graph, epsilon=rung.epsilon, rng=noise_stream(SEED, 0))
    kinds = edge_kinds(graph, shown)
    limit = int(np.clip(TRUE_LINES * shown.m / max(graph.m, 1), 1, MOST_LINES))
    thin, _ = thin_edges({kind: kinds[kind] for kind in ("kept", "invented")}, limit=limit)
    return {kind: np.asarray(pairs) for kind, pairs in thin.items()}
