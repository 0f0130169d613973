"""A climb: the worst pairs that are known, changed wherever a release then loses more."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.replay.moves import MOVES, Pair
from graphdp_core.lab.audits.replay.tape import Record, Replay, recorded
from graphdp_core.privacy.guarantee import Guarantee

STALE = 40  # moves in vain, after which a climb starts from the next pair
PATIENCE = 4  # times as many moves as pairs, where some are refused


def climbed(
    mechanism: Any,
    claim: Guarantee,
    *,
    epsilon: float,
    starts: Sequence[Pair],
    add: Callable[[Record, Graph], Replay],
    pairs: int,
    rng: np.random.Generator,
) -> None:
    """Change both inputs, so that they stay neighbours, and keep what loses more; so many pairs."""
    again, left = itertools.cycle(starts), pairs
    pair, best, stale = next(again), -1.0, 0
    for number in range(PATIENCE * pairs):
        if stale > STALE:
            pair, best, stale = next(again), -1.0, 0
        here, there = MOVES[claim.relation](mechanism, claim, pair, rng)
        if rng.random() < 0.1:
            here, there = there, here
        record = recorded(mechanism, here, epsilon=epsilon, seed=number)
        spent = add(record, there).spent
        if spent >= best:
            pair = here, there
        stale = 0 if spent > best else stale + 1
        best, left = max(best, spent), left - (not record.refused)
        if left <= 0:
            break
