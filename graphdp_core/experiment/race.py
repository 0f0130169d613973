"""Searches for the epsilon of a target, run side by side over releases that they share.

From which epsilon on a target is met: a search over draws that ends with a stated confidence.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.digits import percent
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.needed_epsilon import Need
from graphdp_core.experiment.sweep import SEEN_EVERY_S
from graphdp_core.experiment.targets import Target
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import Pool
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress

PILOT = 3
"""Draws at each stop of the coarse race; all of them must meet the target."""

BATCH = 8


@dataclass(frozen=True)
class Ask:
    """Draws that a search wants to know of: whether each meets the target at this stop.

    Parameters
    ----------
    stop : int
        Place of the epsilon among the stops.
    draws : range
        Numbers of the noise streams.
    """

    stop: int
    draws: range


Search = Generator[Ask, Sequence[bool], int | None]
"""Yields what it asks and is sent the answers; returns the stop that it found, None for never."""


def least_draws(*, share: float, confidence: float) -> int:
    """The fewest draws of which the worst bounds what a share of all draws meets.

    share^n must be at most 1 - confidence.

    Examples
    --------
    >>> least_draws(share=0.9, confidence=0.95)
    29
    """
    return math.ceil(math.log1p(-confidence) / math.log(share))


def allowed_misses(draws: int, *, share: float, confidence: float) -> int:
    """How many of these draws may miss a target that is then said to be met by the share.

    The largest f with P(Binomial(draws, 1 - share) <= f) <= 1 - confidence: if less than the share
    met the target, so few misses would be that unlikely.

    Examples
    --------
    >>> [allowed_misses(n, share=0.9, confidence=0.95) for n in (29, 45, 46, 61)]
    [0, 0, 1, 2]
    """
    least = least_draws(share=share, confidence=confidence)
    if draws < least:
        raise Refused(
            f"draws must be at least {least} to say {percent(share)} of all with a confidence of "
            f"{percent(confidence)}, got {draws}."
        )
    ways, miss, hit = math.lgamma(draws + 1.0), math.log1p(-share), math.log(share)
    misses, left = -1, 1.0 - confidence  # by hand: a library of laws takes longer to import
    while left >= 0.0:
        misses += 1
        orders = ways - math.lgamma(misses + 1.0) - math.lgamma(draws - misses + 1.0)
        left -= math.exp(orders + misses * miss + (draws - misses) * hit)
    return misses - 1


def pilot(stops: int) -> Search:
    """About where the target is met, from few draws: the least stop of a bisection that does.

    None if most of them miss it even at the highest stop, or three of eleven.
    """
    low, high = -1, stops - 1
    missed = (yield Ask(high, range(PILOT))).count(False)
    if missed == 1:
        missed += (yield Ask(high, range(PILOT, PILOT + BATCH))).count(False)
        return None if missed >= 3 else high
    if missed:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if all((yield Ask(middle, range(PILOT)))):
            high = middle
        else:
            low = middle
    return high


def confirm(start: int, stops: int, *, draws: range, misses: int, lowest: int = 0) -> Search:
    """The stop from which on the target is met, as far as these draws can tell.

    From `start` it goes up until a stop passes, by steps that double, and then down stop by stop
    until one fails. A stop passes if at most `misses` of the draws miss the target there. All
    stops see the same noise: a draw that meets the target at one epsilon meets it at a larger one,
    but for chance of the analysis itself. The stop found is then an order statistic of the draws'
    own crossings, whatever the way to it, and lies below the true crossing with at most the error
    of :func:`allowed_misses`.

    Parameters
    ----------
    start, stops : int
        Where to begin, and how many stops there are.
    draws : range
        Numbers of the noise streams.
    lowest : int
        It goes no further down.
    """
    top, step = start, 1
    while not (yield from _passes(top, draws, misses)):
        if top == stops - 1:
            return None
        top, step = min(top + step, stops - 1), 2 * step
    while top > lowest and (yield from _passes(top - 1, draws, misses)):
        top -= 1
    return top


def _passes(stop: int, draws: range, misses: int) -> Generator[Ask, Sequence[bool], bool]:
    """Whether at most so many draws miss the target; ends as soon as more do."""
    missed = 0
    for first in range(0, len(draws), BATCH):
        missed += (yield Ask(stop, draws[first : first + BATCH])).count(False)
        if missed > misses:
            return False
    return True


@dataclass(eq=False)
class Runner:
    """One mechanism on the way to one target, at the stops that it takes.

    Parameters
    ----------
    analysis : Analysis
        With the settings that suit the mechanism.
    stops : tuple of float
        Nominal epsilons, rising.
    about : int or None
        The stop from which on the target is met, as far as is known; None for never.
    at_highest : float
        Median of the metric at the last stop, over the first draws; nan if unknown.
    draws : int
        That `about` rests on with a stated confidence; 0 if there is none.
    """

    mechanism: Mechanism
    analysis: Analysis
    target: Target
    stops: tuple[float, ...]
    about: int | None = None
    at_highest: float = math.nan
    draws: int = 0

    @property
    def exact(self) -> float:
        """The tight epsilon about which the target is met; inf for never."""
        return math.inf if self.about is None else self.exact_at(self.about)

    def exact_at(self, stop: int) -> float:
        """The tight epsilon at one of the stops."""
        return self.mechanism.guarantee(self.stops[stop]).effective_epsilon

    def need(self) -> Need:
        """What is known at the end."""
        nominal = math.inf if self.about is None else self.stops[self.about]
        return Need(
            self.target, self.mechanism, self.analysis, nominal, self.stops[-1], self.draws,
            reached_lowest=self.about == 0, at_highest=self.at_highest,
        )  # fmt: skip


@dataclass(eq=False)
class Race:
    """Runs searches side by side: what all of them ask next is measured at once."""

    graph: Graph
    seed: int
    store: CellStore
    pool: Pool
    outcome: dict[Runner, int | None] = field(default_factory=dict)
    releases: int = 0
    failed: dict[str, None] = field(default_factory=dict)

    def check(self, wanted: Iterable[Target], progress: Progress = SILENT) -> None:
        """Refuse a target whose metric has no value on this graph, even without privacy."""
        analyses = {target.analysis.id: target.analysis for target in wanted}
        job = Job(None, analyses, math.inf, 0, 0)
        cells = self.measured([job], progress)[0]
        for target in wanted:
            cell = cells.get(target.analysis.id)
            if cell is None:
                raise Refused(f"{target.analysis.title} broke down: {next(iter(self.failed))}")
            if isinstance(cell, str):
                raise Refused(cell)
            if math.isnan(cell.get(target.metric.id, math.nan)):
                raise Refused(f"{target.name} has no value on this graph: take another metric.")

    def run(self, searches: Mapping[Runner, Search], progress: Progress) -> None:
        """Send every search what it asks until all have an outcome."""
        waiting: dict[Runner, tuple[Search, Ask]] = {}
        for runner, search in searches.items():
            self._step(runner, search, None, waiting)
        while waiting:
            ended, part = len(searches) - len(waiting), 1.0 / len(searches)
            rest = progress.between(part * ended, part * (ended + 1))
            asked, waiting = waiting, {}
            answers = self.answers({runner: ask for runner, (_, ask) in asked.items()}, rest)
            for runner, (search, _) in asked.items():
                self._step(runner, search, answers[runner], waiting)

    def _step(
        self,
        runner: Runner,
        search: Search,
        answers: list[bool] | None,
        waiting: dict[Runner, tuple[Search, Ask]],
    ) -> None:
        try:
            ask = next(search) if answers is None else search.send(answers)
            waiting[runner] = search, ask
        except StopIteration as end:
            self.outcome[runner] = end.value

    def answers(self, asked: Mapping[Runner, Ask], progress: Progress) -> dict[Runner, list[bool]]:
        """Whether the draws asked for meet the targets; one release feeds all that ask for it."""
        analyses: dict[tuple[str, float, int], dict[str, Analysis]] = {}
        drawn_by: dict[str, Mechanism] = {}
        for runner, ask in asked.items():
            drawn_by[repr(runner.mechanism)] = runner.mechanism
            for draw in ask.draws:
                place = repr(runner.mechanism), runner.stops[ask.stop], draw
                analyses.setdefault(place, {})[repr(runner.analysis)] = runner.analysis
        jobs = [
            Job(drawn_by[written], reading, epsilon, self.seed, draw)
            for (written, epsilon, draw), reading in analyses.items()
        ]
        results = dict(zip(analyses, self.measured(jobs, progress), strict=True))
        answers = {}
        for runner, ask in asked.items():
            epsilon = runner.stops[ask.stop]
            seen = [
                results[repr(runner.mechanism), epsilon, draw].get(repr(runner.analysis))
                for draw in ask.draws
            ]
            if epsilon == runner.stops[-1] and math.isnan(runner.at_highest):
                runner.at_highest = _middle(runner.target, seen)
            answers[runner] = [
                isinstance(cell, Mapping) and runner.target.is_met(cell) for cell in seen
            ]
        return answers

    def measured(
        self, jobs: Sequence[Job], progress: Progress = SILENT
    ) -> list[dict[str, Mapping[str, float] | str]]:
        """Metrics of each job by the names of its analyses, or the sentence of a refusal.

        The progress hears of every release, and may raise: nothing more is begun then.
        """
        measuring = Measuring(self.graph, jobs, store=self.store, pool=self.pool)
        try:
            while True:
                seen = self.releases + measuring.done
                told = f"{seen:,} release{'s' * (seen != 1)} measured"
                progress(measuring.done / max(measuring.total, 1), told)
                if measuring.wait(SEEN_EVERY_S):
                    break
        finally:
            measuring.stop()
        self.failed |= dict.fromkeys(measuring.failed)
        self.releases += len(jobs)
        results: list[dict[str, Mapping[str, float] | str]] = [{} for _ in jobs]
        for name in dict.fromkeys(name for job in jobs for name in job.analyses):
            for place, _, cell in measuring.placed(name):
                results[place][name] = cell.refused or cell.metrics
        return results


def _middle(target: Target, seen: Sequence[Mapping[str, float] | str | None]) -> float:
    """Median of the metric over the draws that have a value; nan if none has."""
    values = [cell.get(target.metric.id, math.nan) for cell in seen if isinstance(cell, Mapping)]
    defined = [value for value in values if not math.isnan(value)]
    return median(defined) if defined else math.nan
