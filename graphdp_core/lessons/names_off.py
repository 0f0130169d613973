"""Lesson 9: names off. A promise to one tie is no promise to a name."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from graphdp_core.analyses.recognition import Recognition
from graphdp_core.arrays import Floats
from graphdp_core.data import load_graph
from graphdp_core.data.dataset import people
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.lessons.lesson import (
    SEED,
    Draws,
    Lesson,
    bar,
    enough,
    measured,
    places,
    words_of,
)
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.k_anonymous import KAnonymous
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.names_off import NamesOff
from graphdp_core.metrics.recognition import (
    BEST_CONNECTED,
    by_ties,
    known_by_name,
    known_ties,
    right_by_ties,
)
from graphdp_core.results import Recognised

WORDS = words_of("L8")
EPSILON = 4.0
RELEASES: tuple[Mechanism[Graph], ...] = (NamesOff(), KAnonymous(), EdgeFlip(), DKSeries())
NAMES: list[str] = WORDS["prediction"]["names"]
AT = (1.0, 1.2, 1.4, 1.5, 1.6, 1.8, 2.0, 3.0)
FEW = 5.0  # of 100, of the exercise
TIES_KNOWN, NAMED = 0.9, 10
NOBODY, KNOWN = -1, 3  # the inks of the view One person
DOT = 6.0


def recognised(mechanism: Mechanism[Graph], epsilon: float, draws: int) -> Floats:
    """How many of 100 others are recognised, in each draw of the noise and of what is known."""
    forum = load_graph("fans")
    return np.array([
        100 * right_by_ties(
            forum, mechanism.release(forum, epsilon=epsilon, rng=noise_stream(SEED, draw)),
            ties_known=TIES_KNOWN, named=NAMED, knowing=np.random.default_rng([SEED, draw]),
            seed=draw,
        ).share
        for draw in range(draws)
    ])  # fmt: skip


def measure(draws: int) -> dict[str, Any]:
    """How many members are recognised in four releases, and who in the first draw of each."""
    forum = load_graph("fans")
    shares = [recognised(made, EPSILON, draws) for made in RELEASES]
    shown = Draws(forum, Recognition(), 1)
    first = [shown.drawn(made, EPSILON)[0].private for made in RELEASES]
    known = np.full(forum.n, NOBODY)
    known[first[0].named] = KNOWN
    seats = places(layout_positions(forum))
    of_the_ten = forum.edges[np.isin(forum.edges, first[0].named).any(axis=1)]
    flip = RELEASES[2]
    return measured(
        draws,
        bars=[bar(name, share) for name, share in zip(NAMES, shares, strict=True)],
        answer=-enough(
            [-epsilon for epsilon in AT], lambda x: recognised(flip, -x, draws) <= FEW
        ),
        figures={
            "bare": float(np.median(shares[0])), "alike": float(np.median(shares[1])),
            "flips": float(np.median(shares[2])), "drawn": float(np.median(shares[3])),
        },
        readings=[
            f"{one.right.sum()} of {one.others} are recognised in this draw; the middle of "
            f"{draws} draws: {np.median(share):.0f} of 100."
            for one, share in zip(first, shares, strict=True)
        ],
        panels=[
            {
                "title": "Ten whom you know", "places": [seats], "inks": [known.tolist()],
                "kept": [of_the_ten.ravel().tolist()], "size": DOT,
            },
            {
                "title": "Whom you recognise", "places": [seats],
                "inks": [_inks(one) for one in first], "size": DOT,
            },
        ],
    )  # fmt: skip


def _inks(one: Recognised) -> list[int]:
    """Who is recognised, mistaken, or known by name."""
    inks = np.where(one.right, 1, np.where(one.taken < 0, NOBODY, 2))
    inks[one.named] = KNOWN
    return [int(ink) for ink in inks]


@lru_cache(maxsize=8)
def members(code: str) -> tuple[int, ...]:
    """The members whom a class's phones are, in the order in which the phones come.

    The hundred best connected come first, by chance; the first ten are known by name.
    """
    forum, rng = load_graph("fans"), np.random.default_rng(list(code.encode()))
    best = known_by_name(forum, BEST_CONNECTED, rng)
    rest = np.setdiff1d(np.arange(forum.n), best)
    return tuple(map(int, np.concatenate([rng.permutation(best), rng.permutation(rest)])))


def member(code: str, seat: int) -> dict[str, Any]:
    """Who a phone is: a made-up name, how many ties, and whether it is known by name."""
    forum, node = load_graph("fans"), members(code)[seat]
    return {
        "name": people("school", forum.n)[node], "ties": int(forum.degrees[node]),
        "seat": seat, "isNamed": seat < NAMED,
    }  # fmt: skip


@lru_cache(maxsize=8)
def met(code: str) -> tuple[str, ...]:
    """For each phone, and each release "1" if it is recognised there: by the ten first phones.

    The releases are the lesson's first draw.
    """
    forum, cast = load_graph("fans"), np.array(members(code))
    rng = np.random.default_rng([SEED, 0])
    known, named = known_ties(forum, TIES_KNOWN, rng), np.sort(cast[:NAMED])
    rows = [
        Recognised(taken, named, order).right[cast]
        for made in RELEASES
        for taken, order in [by_ties(
            known, made.release(forum, epsilon=EPSILON, rng=noise_stream(SEED, 0)), named
        )]
    ]  # fmt: skip
    return tuple("".join("01"[int(right)] for right in phone) for phone in zip(*rows, strict=True))


NAMES_OFF = Lesson(WORDS, measure)
