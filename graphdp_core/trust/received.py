"""All that whoever receives a release can know: checks, promise, numbers, and possible truths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.estimates.estimate import Estimate
from graphdp_core.estimates.given import Given
from graphdp_core.estimates.truths import LARGEST_PAIRS, possible_truths
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused
from graphdp_core.trust.estimated import estimate
from graphdp_core.trust.read_release import read_release
from graphdp_core.trust.verify import verify_bytes

__all__ = ["Received", "received"]

TRUTHS = 20
PUBLIC_SEED = 0  # the draws are post-processing: anybody may know them


@dataclass(frozen=True, eq=False)
class Received:
    """A release without anything of the curator's.

    Parameters
    ----------
    given : Given
        What was released; a graph by flips with its rates.
    promise : str
        What it protects, in the words of its certificate.
    checks : tuple of str
        What verifying it found, a sentence each.
    known, unknown : tuple of Estimate
        Numbers with their intervals, and those that cannot be known from it.
    truths : tuple of Graph
        Graphs that it may have come from; none where it is no graph by flips, or too large.
    note : str
        Why there are no numbers, or no truths; "" if there are.
    """

    given: Given
    promise: str
    checks: tuple[str, ...]
    known: tuple[Estimate, ...]
    unknown: tuple[Estimate, ...]
    truths: tuple[Graph, ...]
    note: str = ""


def received(data: bytes, *, truths: int = TRUTHS, **asked: Any) -> Received:
    """Verify and read a zip, estimate all that it tells, and draw possible truths.

    Parameters
    ----------
    data : bytes
        The zip.
    truths : int
        How many; 0 for none.
    **asked
        As for :func:`graphdp_core.trust.estimated.estimate`: level, groups, nodes, ...

    Raises
    ------
    Refused
        If it is no release, or was changed, or a parameter is wrong.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    checked = verify_bytes(data)
    given = read_release(data)
    graph, notes = given.released, list[str]()
    drawn: tuple[Graph, ...] = ()
    is_flipped = isinstance(graph, Graph) and graph.noise is not None
    try:
        rows = estimate(given, **asked).rows
    except Refused as refusal:
        if is_flipped:
            raise
        rows, notes = (), [str(refusal)]
    if isinstance(graph, Graph) and is_flipped and truths:
        if pair_count(graph.n) <= LARGEST_PAIRS:
            rng = np.random.default_rng(PUBLIC_SEED)
            drawn = tuple(possible_truths(graph, truths, rng=rng))
        else:
            notes.append("The graph is too large to draw possible truths.")
    return Received(
        given, str(checked.certificate["statement"]), checked.checks,
        tuple(row for row in rows if row.is_known), tuple(row for row in rows if not row.is_known),
        drawn, " ".join(notes),
    )  # fmt: skip
