"""Which epsilon a target needs, with which mechanism: a race, then a bound and its confidence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.experiment.advice import Advice, Need, apart, main_promise
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.cluster import opened
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.crossing import (
    Ask,
    Search,
    allowed_misses,
    confirm,
    least_draws,
    pilot,
)
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.suited import suited
from graphdp_core.experiment.sweep import chosen_store, wait_for
from graphdp_core.experiment.targets import Target, targets_from
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import Pool
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import MECHANISMS, Mechanism
from graphdp_core.params import LARGEST_EPSILON, Refused
from graphdp_core.progress import Progress, Report

if TYPE_CHECKING:
    from graphdp_core.analyses.analysis import Analysis

__all__ = ["SHARE", "answer"]

SHARE = 0.9
"""Of all draws must meet the target."""

STOPS = tuple(float(f"{e:.3g}") for e in np.geomspace(0.1, LARGEST_EPSILON, 56))
"""Nominal epsilons that the race stops at, each a tenth above the one before."""

BEST = 3  # mechanisms of each target whose epsilon is refined


def answer(
    graph: Graph,
    targets: Mapping[str, float] | Sequence[Target],
    *,
    confidence: float = 0.95,
    mechanisms: Sequence[Mechanism] | None = None,
    draws: int | None = None,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    store: CellStore | str | Path | None = None,
    pool: Pool | None = None,
    progress: Report | None = None,
) -> Advice:
    """From which epsilon on each mechanism keeps what a person wants to keep.

    A race with three draws a stop tells about where every fitting mechanism meets each target, or
    that it never does. For the best three of a target the epsilon is then refined to one that
    nine of ten draws meet, with the stated confidence: with 29 draws, all of them must.

    Parameters
    ----------
    graph : Graph
    targets : mapping of str to float, or sequence of Target
        Values to reach by analysis and metric, such as ``{"louvain.ari": 0.8}``; errors must fall
        to their value. Targets made elsewhere bring their analysis with its settings.
    confidence : float
        That nine of ten draws meet the target at the epsilon named, from 0.5 to 0.999.
    mechanisms : sequence of Mechanism, optional
        By default all, with their usual parameters.
    draws : int, optional
        For the refined epsilons, at least as many as the confidence needs, which is the default;
        more draws come nearer to the true epsilon.
    seed : int
        Of the noise.
    workers, scheduler, store, progress
        As for :func:`graphdp_core.experiment.sweep.sweep`.
    pool : Pool, optional
        Workers that are there already, in place of `workers` and `scheduler`; they stay.

    Returns
    -------
    Advice

    Raises
    ------
    Refused
        If a target cannot be, no mechanism fits, or a number is out of range.

    Notes
    -----
    *Privacy*: reads the true graph. An epsilon chosen this way on private data is itself not
    private: choose it on a public graph of the same kind.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> flip = [gdp.mechanism("edge_flip")]
    >>> found = answer(gdp.load_graph("karate"), {"louvain.ari": 0.8}, mechanisms=flip)
    >>> found.needs[0].mechanism.title, 1 < found.needs[0].epsilon < 10
    ('edgeFlip', True)
    """
    wanted = targets_from(targets) if isinstance(targets, Mapping) else tuple(targets)
    if not 0.5 <= confidence <= 0.999:
        raise Refused(f"confidence must be a number from 0.5 to 0.999, got {confidence}.")
    count = least_draws(share=SHARE, confidence=confidence) if draws is None else draws
    misses = allowed_misses(count, share=SHARE, confidence=confidence)
    offered = [kind() for kind in MECHANISMS] if mechanisms is None else mechanisms
    runners, unfit = _runners(graph, offered, wanted)
    whole = Progress.of(progress)
    with opened(workers, scheduler) if pool is None else nullcontext(pool) as used:
        race = _Race(graph, seed, chosen_store(store), used)
        race.check(wanted)
        race.run({r: pilot(len(r.stops)) for r in runners}, whole.between(0.0, 0.4).named("race"))
        for runner in runners:
            runner.about = race.outcome[runner]
        refined: list[_Runner] = []
        while chosen := _worth_refining(runners, refined):
            searches: dict[_Runner, Search] = {
                runner: confirm(runner.about, len(runner.stops), draws=count, misses=misses)
                for runner in chosen
                if runner.about is not None
            }
            race.run(searches, whole.between(0.4, 1.0).named("refining"))
            for runner in searches:
                runner.about = race.outcome[runner]
            refined += chosen
    needs = [r.need(r in refined) for r in runners]
    return Advice(
        graph.title, wanted, tuple(needs), unfit,
        confidence=confidence, share=SHARE, draws=count, failed=tuple(race.failed),
    )  # fmt: skip


@dataclass(eq=False)
class _Runner:
    """One mechanism on the way to one target, at the stops that it takes."""

    mechanism: Mechanism
    analysis: Analysis
    target: Target
    stops: tuple[float, ...]
    about: int | None = None

    @property
    def exact(self) -> float:
        """The tight epsilon about which the target is met; inf for never."""
        return math.inf if self.about is None else self.exact_at(self.about)

    def exact_at(self, stop: int) -> float:
        return self.mechanism.guarantee(self.stops[stop]).effective_epsilon

    def need(self, is_refined: bool) -> Need:
        """What is known at the end."""
        nominal = math.inf if self.about is None else self.stops[self.about]
        return Need(
            self.target, self.mechanism, self.analysis, nominal, self.stops[-1], is_refined,
            reached_lowest=self.about == 0,
        )  # fmt: skip


def _runners(
    graph: Graph, offered: Sequence[Mechanism], wanted: Sequence[Target]
) -> tuple[list[_Runner], dict[str, str]]:
    """Every mechanism that fits a target, and why others do not run on this graph."""
    runners, unfit = [], {}
    for target in wanted:
        fitting = [m for m in offered if compatible(m, target.analysis)]
        for mechanism in fitting:
            stops, refusal = _stops(graph, mechanism)
            if stops:
                analysis = suited(target.analysis, graph, mechanism)
                runners.append(_Runner(mechanism, analysis, target, stops))
            else:
                unfit[mechanism.title] = refusal
        if not any(runner.target is target for runner in runners):
            why = next((unfit[m.title] for m in fitting), "none releases what it reads.")
            raise Refused(f"No mechanism gives {target.analysis.title} of this graph: {why}")
    return runners, unfit


def _stops(graph: Graph, mechanism: Mechanism) -> tuple[tuple[float, ...], str]:
    """The stops that a mechanism takes, and its last refusal."""
    refusals = {epsilon: mechanism.refusal(graph, epsilon) for epsilon in STOPS}
    taken = tuple(epsilon for epsilon, why in refusals.items() if not why)
    return taken, next(filter(None, reversed(refusals.values())), "")


def _worth_refining(runners: Sequence[_Runner], refined: Sequence[_Runner]) -> list[_Runner]:
    """The best of each target, one of a family, and the mechanism that serves all of them best.

    Once these are refined: what then looks better than the best of them, until nothing does.
    """
    promises = [r.mechanism.guarantee(r.stops[-1]) for r in runners]
    main = main_promise(promises)
    pairs = reversed(list(zip(runners, promises, strict=True)))
    families = {
        (runner.target, runner.mechanism.family or runner.mechanism.id): runner
        for runner, own in pairs
        if not apart(own, main)
    }
    alike = list(families.values())
    chosen: list[_Runner] = []
    targets = list(dict.fromkeys(runner.target for runner in runners))
    for target in targets:
        mine = [runner for runner in alike if runner.target is target]
        best = min((runner.exact for runner in mine if runner in refined), default=math.inf)
        rest = sorted((r for r in mine if r not in refined), key=lambda runner: runner.exact)
        chosen += [r for r in rest if r.exact < best] if refined else rest[:BEST]
    whole: dict[str, list[_Runner]] = {}
    for runner in alike:
        whole.setdefault(runner.mechanism.id, []).append(runner)
    all_round = [group for group in whole.values() if len(group) == len(targets)]
    if len(targets) > 1 and all_round and not refined:
        chosen += min(all_round, key=lambda group: max(runner.exact for runner in group))
    return list(dict.fromkeys(chosen))


@dataclass(eq=False)
class _Race:
    """Runs searches side by side: what all of them ask next is measured at once."""

    graph: Graph
    seed: int
    store: CellStore
    pool: Pool
    outcome: dict[_Runner, int | None] = field(default_factory=dict)
    releases: int = 0
    failed: dict[str, None] = field(default_factory=dict)

    def check(self, wanted: Iterable[Target]) -> None:
        """Refuse a target whose metric has no value on this graph, even without privacy."""
        analyses = {target.analysis.id: target.analysis for target in wanted}
        job = Job(None, analyses, math.inf, 0, 0)
        cells = self._measured([job])[0]
        for target in wanted:
            cell = cells.get(target.analysis.id)
            if cell is None:
                raise Refused(f"{target.analysis.title} broke down: {next(iter(self.failed))}")
            if isinstance(cell, str):
                raise Refused(cell)
            if math.isnan(cell.get(target.metric.id, math.nan)):
                raise Refused(f"{target.name} has no value on this graph: take another metric.")

    def run(self, searches: Mapping[_Runner, Search], progress: Progress) -> None:
        """Send every search what it asks until all have an outcome."""
        waiting: dict[_Runner, tuple[Search, Ask]] = {}
        for runner, search in searches.items():
            self._step(runner, search, None, waiting)
        while waiting:
            share = 1.0 - len(waiting) / len(searches)
            progress(share, f"{len(waiting)} to go, {self.releases:,} releases so far")
            asked, waiting = waiting, {}
            answers = self._answers({runner: ask for runner, (_, ask) in asked.items()})
            for runner, (search, _) in asked.items():
                self._step(runner, search, answers[runner], waiting)

    def _step(
        self,
        runner: _Runner,
        search: Search,
        answers: list[bool] | None,
        waiting: dict[_Runner, tuple[Search, Ask]],
    ) -> None:
        try:
            ask = next(search) if answers is None else search.send(answers)
            waiting[runner] = search, ask
        except StopIteration as end:
            self.outcome[runner] = end.value

    def _answers(self, asked: Mapping[_Runner, Ask]) -> dict[_Runner, list[bool]]:
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
        found = dict(zip(analyses, self._measured(jobs), strict=True))
        return {
            runner: [
                _is_met(
                    runner.target,
                    found[repr(runner.mechanism), runner.stops[ask.stop], draw].get(
                        repr(runner.analysis)
                    ),
                )
                for draw in ask.draws
            ]
            for runner, ask in asked.items()
        }

    def _measured(self, jobs: Sequence[Job]) -> list[dict[str, Mapping[str, float] | str]]:
        """Metrics of each job by the names of its analyses, or the sentence of a refusal."""
        measuring = Measuring(self.graph, jobs, store=self.store, pool=self.pool)
        wait_for(measuring, Progress())
        self.failed |= dict.fromkeys(measuring.failed)
        self.releases += len(jobs)
        found: list[dict[str, Mapping[str, float] | str]] = [{} for _ in jobs]
        for name in dict.fromkeys(name for job in jobs for name in job.analyses):
            for place, _, cell in measuring.placed(name):
                found[place][name] = cell.refused or cell.metrics
        return found


def _is_met(target: Target, found: Mapping[str, float] | str | None) -> bool:
    """What was refused or broke down meets nothing."""
    return isinstance(found, Mapping) and target.is_met(found)
