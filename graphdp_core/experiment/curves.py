"""Survival curves: scores over epsilon and draws, filled in the background while a page is read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.answer import mark
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.chance import DataIndependent, at_epsilon
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.survival import (
    CHANCE_DRAWS,
    CHANCE_SEED,
    Level,
    Survival,
    judge,
    level_of,
)
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import Pool, shared_pool
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism

BOARD_EPSILONS = (0.0, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0)
"""The stops at which a board measures; each but 0 is one of the slider's."""

BOARD_REPEATS = 10
USUAL = 3.0  # where a page opens: all its draws come before those of other stops


class Curve(NamedTuple):
    """What is known of one property: its score at each epsilon that has a draw.

    `low` and `high` hold nine of ten draws, `draws` says how many there are; all five have one
    shape.
    """

    epsilons: np.ndarray
    middle: np.ndarray
    low: np.ndarray
    high: np.ndarray
    draws: np.ndarray


class Curves:
    """Measurements of one graph and mechanism over epsilons and draws, as far as they are done.

    Made by :func:`start`. All methods may be called from any thread, at any time.
    """

    def __init__(
        self,
        graph: Graph,
        analyses: Mapping[str, Analysis],
        jobs: Sequence[Job],
        *,
        store: CellStore,
        pool: Pool,
        patience: float,
    ):
        self._analyses, self._jobs = dict(analyses), tuple(jobs)
        self._measuring = Measuring(graph, jobs, store=store, pool=pool, patience=patience)

    @property
    def properties(self) -> tuple[str, ...]:
        """What is measured, by name."""
        return tuple(self._analyses)

    @property
    def total(self) -> int:
        """Releases asked for; those of chance count."""
        return self._measuring.total

    @property
    def failed(self) -> tuple[str, ...]:
        """Releases whose measurement broke down, and how; the others go on."""
        return self._measuring.failed

    @property
    def done(self) -> int:
        """Releases measured so far."""
        return self._measuring.done

    @property
    def is_running(self) -> bool:
        """Whether more is to come."""
        return self._measuring.is_running

    @property
    def refused(self) -> dict[str, str]:
        """The last sentence with which the mechanism or an analysis refused, by property."""
        return {
            name: cell.refused
            for name in self._analyses
            for _, cell in self._measuring.found(name)
            if cell.refused
        }

    def curve(self, property: str) -> Curve:
        """The scores so far; empty until chance and one release are measured."""
        draws, levels = self._draws(property), self.levels(property)
        known = sorted(draws) if levels else []
        survivals = [judge(self._analyses[property], draws[epsilon], levels) for epsilon in known]
        rows = [(s.score, s.low, s.high, s.draws) for s in survivals]
        return Curve(np.array(known), *np.array(rows, dtype=float).reshape(-1, 4).T)

    def values(self, property: str, metric: str) -> Curve:
        """A metric in its own unit in place of the score, from the draws so far."""
        draws = self._draws(property)
        every = [[draw.get(metric, math.nan) for draw in one] for one in draws.values()]
        rows = [(*np.quantile(one, (0.5, 0.05, 0.95)), len(one)) for one in every]
        return Curve(np.array(list(draws)), *np.array(rows, dtype=float).reshape(-1, 4).T)

    def survival(self, property: str, epsilon: float) -> Survival | None:
        """The verdict from the draws so far at a measured epsilon; None if there are none."""
        draws, levels = self._draws(property).get(epsilon), self.levels(property)
        return judge(self._analyses[property], draws, levels) if draws and levels else None

    def is_settled(self, property: str) -> bool:
        """Whether all of chance and a draw at every epsilon are there.

        From then on a verdict over all draws of an epsilon is the last word on it.
        """
        measured = {_named(job) for job, _ in self._measuring.found(property)}
        first = (job for job in self._jobs if job.seed == CHANCE_SEED or job.repeat == 0)
        return measured.issuperset(map(_named, first))

    def levels(self, property: str) -> tuple[Level, ...]:
        """Chance and perfection, from the draws of chance so far; empty if there are none."""
        measured = list(self._measuring.found(property))
        known = [cell.metrics for job, cell in measured if job.seed == CHANCE_SEED]
        perfect = next((cell for job, cell in measured if job.mechanism is None), None)
        if perfect is None or not known or perfect.refused:
            return ()
        return level_of(self._analyses[property], perfect.metrics, known)

    def mark(self, property: str) -> float | None:
        """From which measured epsilon on the property survives, as far as is known."""
        known = self.curve(property)
        return mark(known.epsilons.tolist(), known.middle.tolist())

    def stop(self) -> None:
        """Begin nothing more; what is being measured still is kept in the store."""
        self._measuring.stop()

    def look(self) -> None:
        """Say that somebody still waits; what was left off for want of patience goes on."""
        self._measuring.look()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing more is to come; False if time ran out before."""
        return self._measuring.wait(seconds)

    def _draws(self, property: str) -> dict[float, list[Mapping[str, float]]]:
        """Metrics of the draws so far, by epsilon, in the order of the draws."""
        draws: dict[float, list[Mapping[str, float]]] = {}
        for job, cell in self._measuring.found(property):
            is_draw = job.seed != CHANCE_SEED and job.mechanism is not None and not cell.refused
            if is_draw:
                draws.setdefault(job.epsilon, []).append(cell.metrics)
        return dict(sorted(draws.items()))


def start(
    graph: Graph,
    mechanism: Mechanism,
    analyses: Mapping[str, Analysis],
    *,
    epsilons: Sequence[float] = BOARD_EPSILONS,
    repeats: int = BOARD_REPEATS,
    seed: int = 0,
    store: CellStore | None = None,
    pool: Pool | None = None,
    patience: float = math.inf,
) -> Curves:
    """Begin to measure how much survives, in worker processes; returns at once.

    Chance comes first, then one draw at every third epsilon, one at the others, all at the usual
    one, then draw by draw: a coarse curve of every property, and a verdict, are there early. The
    numbers depend neither on the order nor on the number of workers.

    Parameters
    ----------
    analyses : mapping of str to Analysis
        By property; one release feeds them all.
    epsilons : sequence of float
        0 is a release that ignores the data; what the mechanism refuses is told by `refused`.
    repeats : int
        Draws at each epsilon.
    seed : int
        Of the noise; draw 0 is the one that the page shows.
    store : CellStore, optional
        Where finished cells are looked up and kept; by default in memory, with this object, as it
        must be for a person's own graph. :func:`graphdp_core.experiment.cells.file_store` is the
        one on disk.
    pool : Pool, optional
        By default the one of this process.
    patience : float
        Seconds after the last `look` for which new releases are begun.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> curves = start(
    ...     gdp.load_graph("karate"), gdp.mechanism("edge_flip"),
    ...     {"communities": gdp.analysis("louvain")},
    ...     epsilons=(0.0, 20.0), repeats=1, pool=Pool(0),
    ... )
    >>> curves.wait(60.0)
    True
    >>> curves.curve("communities").middle.tolist()
    [0.0, 1.0]
    """
    jobs = _jobs(mechanism, analyses, epsilons, repeats, seed)
    return Curves(
        graph,
        analyses,
        jobs,
        store=CellStore() if store is None else store,
        pool=pool or shared_pool(),
        patience=patience,
    )


def _named(job: Job) -> tuple[float, int, int]:
    return job.epsilon, job.seed, job.repeat


def _jobs(
    mechanism: Mechanism,
    analyses: Mapping[str, Analysis],
    epsilons: Sequence[float],
    repeats: int,
    seed: int,
) -> list[Job]:
    """Perfection, some of chance, the first draw coarse and fine, the rest of chance, the rest."""
    ignoring = DataIndependent.instead_of(mechanism)
    stops = sorted(set(map(float, epsilons)))
    coarse = stops[::3]
    order = [*coarse, *(epsilon for epsilon in stops if epsilon not in coarse)]
    chance = [Job(ignoring, analyses, 0.0, CHANCE_SEED, r) for r in range(CHANCE_DRAWS)]
    draws = [
        Job(at_epsilon(mechanism, epsilon), analyses, epsilon, seed, repeat)
        for repeat in range(repeats)
        for epsilon in order
    ]
    first, rest = draws[: len(order)], draws[len(order) :]
    usual = [job for job in rest if job.epsilon == USUAL]
    return [
        Job(None, analyses, math.inf, 0, 0),
        *chance[:2], *first, *chance[2:], *usual, *(job for job in rest if job not in usual),
    ]  # fmt: skip
