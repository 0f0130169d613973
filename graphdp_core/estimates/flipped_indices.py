"""Segregation and connectedness of public groups, from a flipped graph, by the delta method."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.estimates.estimate import Estimate, judged
from graphdp_core.estimates.flipped_graph import NARROW_SHARE, Flipped, flip_variance
from graphdp_core.estimates.group_indices import indices_of

__all__ = ["BY_INDICES"]


def _read(id: str) -> Callable[[Flipped], Iterator[Estimate]]:
    def read(release: Flipped) -> Iterator[Estimate]:
        groups = release.asked.of("groups", release.graph.n)
        edges, variances = release.table(groups)
        sizes = np.bincount(groups.labels, minlength=groups.k).astype(np.float64)
        for index in indices_of(edges, sizes, groups.names):
            if index.statistic != id:
                continue
            squares = np.square(index.slope)
            half = release.z * math.sqrt(float(np.sum(squares * variances)))
            made = index.estimate(half, release.asked.level)
            spread = float(np.sum(squares * groups.pairs))

            def width_at(epsilon: float, spread: float = spread) -> float:
                return release.z * math.sqrt(spread * flip_variance(epsilon))

            yield judged(
                made, floor=NARROW_SHARE, half=half,
                width_at=None if math.isnan(index.value) else width_at,
            )  # fmt: skip

    return read


BY_INDICES = {id: _read(id) for id in ("segregation", "connectedness")}
"""What is estimated of groups, by its id."""
