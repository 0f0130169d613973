"""One trial of a mechanism: what is certain, and what releases show.

What counts of an event in two worlds prove about epsilon.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats
from graphdp_core.estimates.binomials import clopper_pearson
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.events import Candidate, best_events
from graphdp_core.lab.audits.neighbours import Pair
from graphdp_core.lab.audits.outcomes import Refusal, Table, draw, refused_in, tabulate
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee


def certified_epsilon(
    hits: ArrayLike, others: ArrayLike, runs: int, *, delta: float, alpha: float
) -> Floats:
    """The epsilon that a mechanism has at least, given counts of one event in two worlds.

    ln((low(hits) - delta) / high(others)), never below 0: any (epsilon', delta)-DP mechanism with
    a smaller epsilon' gives such counts with probability at most alpha.

    Parameters
    ----------
    hits, others : array_like of int
        Counts of the event where it is frequent and where it is rare, of `runs` each. The event
        must have been chosen without looking at these runs.
    """
    low, _ = clopper_pearson(hits, runs, alpha=alpha)
    _, high = clopper_pearson(others, runs, alpha=alpha)
    surplus = np.maximum((low - delta) / high, 1.0)
    certified: Floats = np.log(surplus)
    return certified


TOLD_APART = "whether it refuses or fails tells neighbours apart"
CERTIFICATES = 3
"""Events that are certified on fresh runs; the chance of being wrong is shared among them."""

SHORTEST_LOOK = 20  # runs
SEMIFINALISTS = 8  # where there are runs enough for two short looks
FINALISTS = 3
"""Pairs that are looked at closely, after a short look at all."""

IMPOSSIBLE_EPSILONS = (-1.0, math.nan)


class Finding(NamedTuple):
    """What one way of looking has found."""

    certified: float
    reason: str
    pair: Pair | None = None
    event: str = ""
    counts: tuple[int, int] = (0, 0)
    runs: int = 0


@contextmanager
def quietly() -> Iterator[None]:
    """Nothing is said of a mechanism that is tried at impossible settings."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


@dataclass(frozen=True)
class Trial:
    """One mechanism at one epsilon, with the stream that its releases are drawn from."""

    mechanism: Any
    claim: Guarantee
    epsilon: float
    rng: np.random.Generator

    def certain(self, pairs: Sequence[Pair]) -> Finding | None:
        """What needs no statistics: no neighbours, unequal refusals, releases without a check."""
        if not pairs:
            return Finding(
                math.inf, "no two inputs are neighbours under this claim: nothing is protected"
            )
        for pair in pairs:
            left, right = self._refusal(pair.left), self._refusal(pair.right)
            if left != right:
                return Finding(
                    math.inf,
                    "one of two neighbours is refused, or in other words than the other",
                    pair, f"refused: {left or right}", (int(bool(left)), int(bool(right))), 1,
                )  # fmt: skip
        for pair in pairs:
            refused = bool(self._refusal(pair.left))
            for epsilon in (self.epsilon,) if refused else IMPOSSIBLE_EPSILONS:
                if self._is_released(pair.left, epsilon):
                    what = "what its check refuses" if refused else f"epsilon = {epsilon}"
                    return Finding(
                        math.inf, f"it does not refuse {what}", pair, "released", (1, 1), 1
                    )
        return None

    def sampled(self, pairs: Sequence[Pair], runs: int, alpha: float) -> Finding:
        """Events chosen on some releases and certified on fresh ones, with error alpha in all."""
        each = alpha / CERTIFICATES
        taken, chosen = self._chosen(pairs, runs, each)
        finding = Finding(0.0, "", taken[0], "no two releases differed", (runs, runs), runs)
        for pair, group in groupby(
            sorted(chosen[:CERTIFICATES], key=lambda item: item[0].name), key=lambda item: item[0]
        ):
            left, right = self.tables(pair, runs)
            for _, candidate in group:
                counts = candidate.event.count(left), candidate.event.count(right)
                hits, others = counts if candidate.is_left else counts[::-1]
                certified = float(
                    certified_epsilon(hits, others, runs, delta=self.claim.delta, alpha=each)
                )
                if certified >= finding.certified:
                    tells = getattr(candidate.event, "is_refusal", False)
                    reason = TOLD_APART if tells else "its releases differ by more than it claims"
                    event = candidate.event.name
                    finding = Finding(certified, reason, pair, event, counts, runs)
        return finding

    def choice(
        self, pairs: Sequence[Pair], runs: int, alpha: float
    ) -> tuple[Pair, Candidate] | None:
        """The neighbours and the event of their releases that promise the most; None for none."""
        _, chosen = self._chosen(pairs, runs, alpha)
        return chosen[0] if chosen else None

    def _chosen(
        self, pairs: Sequence[Pair], runs: int, alpha: float
    ) -> tuple[list[Pair], list[tuple[Pair, Candidate]]]:
        """The pairs that are not refused, and events of the most telling ones, best first."""
        taken = [pair for pair in pairs if not self._refusal(pair.left)]
        why = self._never_releases(taken) if taken else self._refusal(pairs[0].left)
        if why:
            raise Refused(
                f"epsilon must be one at which {self.mechanism!r} releases something from small "
                f"inputs, got {self.epsilon:g}: {why}"
            )
        chosen = [
            (pair, candidate)
            for pair in self._finalists(taken, max(SHORTEST_LOOK, runs // 16))
            for candidate in best_events(
                *self.tables(pair, runs), delta=self.claim.delta, alpha=alpha
            )
        ]
        chosen.sort(key=lambda item: -item[1].score)
        return taken, chosen

    def _finalists(self, pairs: Sequence[Pair], runs: int) -> Sequence[Pair]:
        """The pairs that a short look at all, then a longer one at some, finds most telling."""
        if runs > SHORTEST_LOOK:
            pairs = self._telling(pairs, runs, SEMIFINALISTS)
            runs *= 4
        return self._telling(pairs, runs, FINALISTS)

    def _telling(self, pairs: Sequence[Pair], runs: int, count: int) -> Sequence[Pair]:
        """So many pairs whose best event of so many runs would certify most."""
        if len(pairs) <= count:
            return pairs
        # One set of releases serves every pair with this input: it only chooses.
        outcomes: dict[Graph, list[Any]] = {}
        scores = []
        for pair in pairs:
            for graph in (pair.left, pair.right):
                if graph not in outcomes:
                    outcomes[graph] = self.draws(graph, runs)
            tables = (tabulate(outcomes[graph], pair) for graph in (pair.left, pair.right))
            best = best_events(*tables, delta=self.claim.delta, alpha=0.1, count=1)
            scores.append(best[0].score if best else -math.inf)
        return [pairs[i] for i in np.argsort(-np.array(scores), kind="stable")[:count]]

    def tables(self, pair: Pair, runs: int) -> tuple[Table, Table]:
        """What so many releases of either input show."""
        return (
            tabulate(self.draws(pair.left, runs), pair),
            tabulate(self.draws(pair.right, runs), pair),
        )

    def draws(self, graph: Graph, runs: int) -> list[Any]:
        """So many releases and refusals of one input."""
        return draw(self.mechanism, graph, epsilon=self.epsilon, runs=runs, rng=self.rng)

    def _never_releases(self, pairs: Sequence[Pair]) -> str:
        """The first words in which every single try ends; "" if one does not."""
        first, rng = "", np.random.default_rng(0)  # what is drawn later is not touched
        for graph in (graph for pair in pairs for graph in (pair.left, pair.right)):
            (outcome,) = draw(self.mechanism, graph, epsilon=self.epsilon, runs=1, rng=rng)
            if not isinstance(outcome, Refusal):
                return ""
            first = first or outcome.text
        return first

    def _refusal(self, graph: Graph) -> str:
        """The text with which the mechanism's check refuses this input; "" if it does not."""
        check = getattr(self.mechanism, "check", None)
        if check is None:
            return ""
        try:
            check(graph, self.epsilon)
        except Exception as error:  # noqa: BLE001 (however it refuses, it does)
            return refused_in(error)
        return ""

    def _is_released(self, graph: Graph, epsilon: float) -> bool:
        """Whether drawing is tried: it succeeds, or fails other than by a refusal."""
        try:
            self.mechanism.release(graph, epsilon=epsilon, rng=self.rng)
        except Refused:
            return False
        except Exception:  # noqa: BLE001 (it was not refused)
            return True
        return True
