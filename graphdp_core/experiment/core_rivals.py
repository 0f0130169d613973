"""How far private core numbers are off, beside methods that look at less."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.centralities import core
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.threshold_peeling import ThresholdPeeling

__all__ = ["REPEATS", "CoreRival", "core_rivals"]

REPEATS = 5


@dataclass(frozen=True)
class CoreRival:
    """One way to tell core numbers, and how far it is off in the mean over nodes and draws.

    Parameters
    ----------
    name : str
    factor : float
        Mean of the larger of estimate/truth and truth/estimate, over nodes with an edge; an
        estimate below 1 counts as 1.
    error : float
        Mean absolute error over the same nodes.
    """

    name: str
    factor: float
    error: float


def core_rivals(graph: Graph, epsilon: float, *, seed: int = 0) -> tuple[CoreRival, ...]:
    """Threshold peeling, noisy degrees, and one number for everybody: the best there is.

    The last reads no edge but for that number, and the second none beyond the degrees: a claim
    that they meet as well says nothing of how core numbers are found.

    Parameters
    ----------
    graph : Graph
    epsilon : float
    seed : int

    Returns
    -------
    tuple of CoreRival
        Empty without edges.

    Notes
    -----
    *Privacy*: reads the true graph.

    Examples
    --------
    >>> clique = Graph.from_edges(6, [(u, v) for u in range(6) for v in range(u)])
    >>> [round(rival.factor, 1) for rival in core_rivals(clique, 20.0)]
    [1.1, 1.0, 1.0]
    """
    true = core(graph)
    is_joined = true > 0
    if not is_joined.any():
        return ()
    true = true[is_joined]
    made = {"Threshold peeling": ThresholdPeeling(), "Noisy degrees": NoisyDegrees()}
    drawn = {
        name: [
            mechanism.release(graph, epsilon=epsilon, rng=noise_stream(seed, repeat)).values
            for repeat in range(REPEATS)
        ]
        for name, mechanism in made.items()
    }
    rivals = [
        _rival(name, true, [values[is_joined] for values in every]) for name, every in drawn.items()
    ]
    constants = [
        _rival(f"{guess:g} for everybody", true, [np.full(len(true), guess)])
        for guess in np.unique(true)
    ]
    return (*rivals, min(constants, key=lambda rival: rival.factor))


def _rival(name: str, true: Floats, estimates: list[Floats]) -> CoreRival:
    found = np.maximum(np.array(estimates, dtype=np.float64), 1.0)
    factors = np.maximum(found / true, true / found)
    return CoreRival(name, float(factors.mean()), float(np.abs(found - true).mean()))
