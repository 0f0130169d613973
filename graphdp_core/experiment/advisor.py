"""Which epsilon a target needs, with which mechanism: a race, then a bound and its confidence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from graphdp_core.experiment.advice import Advice, apart, main_promise
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.feasible import suited
from graphdp_core.experiment.needed_epsilon import Need
from graphdp_core.experiment.race import (
    PILOT,
    Ask,
    Race,
    Runner,
    Search,
    allowed_misses,
    confirm,
    least_draws,
    pilot,
)
from graphdp_core.experiment.sweep import chosen_store
from graphdp_core.experiment.targets import Free, Target, free_of, targets_from
from graphdp_core.experiment.workers import Pool, opened
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import OFFERED, Mechanism
from graphdp_core.params import LARGEST_EPSILON, Refused, checked_seed, refuse_strangers
from graphdp_core.progress import Progress, Report

SHARE = 0.9
"""Of all draws must meet the target."""

STOPS = tuple(float(f"{e:.3g}") for e in np.geomspace(0.1, LARGEST_EPSILON, 56))
"""Nominal epsilons that the race stops at, each a tenth above the one before."""

HALF = 7  # stops down to about half the epsilon
BEST = 3  # mechanisms of each target whose epsilon is refined


@dataclass(frozen=True)
class FirstLook:
    """What few draws of one mechanism say of all targets.

    Parameters
    ----------
    epsilon : float
        Nominal; inf where the highest is not enough.
    is_met : bool
        Whether all draws meet all targets there.
    draws : int
        At each stop: of one, `epsilon` is the last stop tried, of more the least that does.
    """

    mechanism: Mechanism
    epsilon: float
    is_met: bool
    draws: int


def first_look(
    race: Race, targets: Sequence[Target], mechanisms: Sequence[Mechanism], progress: Progress
) -> Iterator[FirstLook]:
    """About where the first mechanism meets the targets, told as it is measured.

    One draw at the highest stop, where releases cost least, at half the epsilon, and so on until
    one misses; then three draws a stop, which :func:`answer` finds in the store.
    """
    runners, _ = _runners(race.graph, mechanisms, targets)
    mechanism = runners[0].mechanism
    mine = [runner for runner in runners if runner.mechanism is mechanism]
    if len(mine) < len(targets):
        return
    for stop in range(len(mine[0].stops) - 1, -1, -HALF):
        seen = race.answers({runner: Ask(stop, range(1)) for runner in mine}, progress)
        is_met = all(map(all, seen.values()))
        yield FirstLook(mechanism, mine[0].stops[stop], is_met, 1)
        if not is_met:
            break
    race.check(targets, progress)
    _pilot(race, mine, progress)
    least = max(runner.need().nominal for runner in mine)
    yield FirstLook(mechanism, least, math.isfinite(least), PILOT)


def answer(
    graph: Graph,
    targets: Mapping[str, float] | Sequence[Target],
    *,
    confidence: float = 0.95,
    mechanisms: Sequence[Mechanism] | None = None,
    draws: int | None = None,
    seed: int = 0,
    workers: int = 1,
    store: CellStore | str | Path | None = None,
    pool: Pool | None = None,
    progress: Report | None = None,
) -> Advice:
    """Find an epsilon from which on each mechanism keeps what must stay right.

    A race with three draws a stop tells about where every fitting mechanism meets each target, or
    that it never does. For the best three of a target the epsilon is then refined to one that
    nine of ten draws meet, with the stated confidence: with 29 draws, all of them must. As many
    fresh draws must confirm the least of them, which may be the least by luck.

    Parameters
    ----------
    graph : Graph
    targets : mapping of str to float, or sequence of Target
        Values to reach by analysis and metric, such as ``{"louvain.ari": 0.8}``, or how wide the
        interval of a number may be, as half its width over the number, such as
        ``{"intervals.homophily": 0.05}``. Errors and widths must fall to their value. An analysis
        of your own or with other settings than the usual is a
        ``Target(analysis, metric, value)`` of `graphdp_core.experiment.targets`.
    confidence : float
        How sure it must be that nine of ten draws meet the target there, from 0.5 to 0.999.
    mechanisms : sequence of Mechanism, optional
        By default all, with their usual parameters.
    draws : int, optional
        For the refined epsilons, at least as many as the confidence needs, which is the default;
        more draws come nearer to the true epsilon.
    seed : int
        Seed of the noise.
    workers, store, progress
        As for :func:`graphdp_core.experiment.sweep.sweep`.
    pool : Pool, optional
        Workers that are there already, in place of `workers`; they stay.

    Returns
    -------
    Advice

    Raises
    ------
    Refused
        If a target cannot be reached by any release, no mechanism fits, or a number is out of
        range.

    Notes
    -----
    *Privacy*: reads the true graph. An epsilon chosen this way on private data is itself not
    private: choose it on a public graph of the same kind.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> flip = [gdp.mechanism("edge_flip")]
    >>> advice = answer(gdp.load_graph("karate"), {"louvain.ari": 0.8}, mechanisms=flip)
    >>> advice.needs[0].mechanism.title, 1 < advice.needs[0].epsilon < 10
    ('edgeFlip', True)
    """
    refuse_strangers(graph=graph, mechanisms=mechanisms)
    wanted = targets_from(targets) if isinstance(targets, Mapping) else tuple(targets)
    if not 0.5 <= confidence <= 0.999:
        raise Refused(f"confidence must be a number from 0.5 to 0.999, got {confidence}.")
    count = least_draws(share=SHARE, confidence=confidence) if draws is None else draws
    misses = allowed_misses(count, share=SHARE, confidence=confidence)
    offered = [kind() for kind in OFFERED] if mechanisms is None else mechanisms
    runners, unfit = _runners(graph, offered, wanted)
    whole = Progress.of(progress)
    with opened(workers) if pool is None else nullcontext(pool) as used:
        race = Race(graph, checked_seed(seed), chosen_store(store), used)
        race.check(wanted, whole.between(0.0, 0.02).named("without privacy"))
        refined: list[Runner] = []
        free: dict[str, Free] = {}

        def advice() -> Advice:
            return Advice(
                graph.title, wanted, tuple(runner.need() for runner in runners), unfit,
                confidence=confidence, share=SHARE, failed=tuple(race.failed), free=free,
                is_weighted=graph.weights is not None,
            )  # fmt: skip

        _pilot(race, runners, whole.between(0.02, 0.4).named("every mechanism, roughly"))
        refining = whole.between(0.4, 1.0).named("the best of them, exactly")
        first, fresh = range(count), range(count, 2 * count)
        while True:
            if chosen := _worth_refining(runners, refined):
                _refine(race, chosen, first, misses, refining)
                refined += chosen
            elif chosen := _lucky(advice().rests_on, runners, count):
                _refine(race, chosen, fresh, misses, refining)
            else:
                break
        for need in advice().rests_on:
            outcome = free_of(
                need.target, need.mechanism, need.analysis,
                lambda jobs: race.measured(jobs, whole.between(1.0, 1.0).named("chance")),
                try_chance=need.reached_lowest,
            )  # fmt: skip
            free |= {} if outcome is None else {need.target.name: outcome}
        return advice()


def _pilot(race: Race, runners: Sequence[Runner], progress: Progress) -> None:
    """About where each meets its target; what was measured before costs nothing."""
    race.run({runner: pilot(len(runner.stops)) for runner in runners}, progress)
    for runner in runners:
        runner.about = race.outcome[runner]


def _refine(
    race: Race, chosen: Sequence[Runner], draws: range, misses: int, progress: Progress
) -> None:
    """Find the stop of each that these draws confirm; further draws only take it further up."""
    searches: dict[Runner, Search] = {
        runner: confirm(
            runner.about, len(runner.stops), draws=draws, misses=misses,
            lowest=runner.about if runner.draws else 0,
        )
        for runner in chosen
        if runner.about is not None
    }  # fmt: skip
    race.run(searches, progress)
    for runner in searches:
        runner.about = race.outcome[runner]
        runner.draws += len(draws)


def _lucky(named: Sequence[Need], runners: Sequence[Runner], count: int) -> list[Runner]:
    """Those that came out best of several and that only the `count` draws of the choice confirm.

    The least of several bounds covers its true epsilon less often than each of them does: fresh
    draws, which had no part in the choice, must confirm it.
    """
    rivals = [runner.target for runner in runners if runner.draws]
    best = {(need.target.name, repr(need.mechanism)) for need in named}
    return [
        runner
        for runner in runners
        if runner.draws == count
        and rivals.count(runner.target) > 1
        and (runner.target.name, repr(runner.mechanism)) in best
    ]


def _runners(
    graph: Graph, offered: Sequence[Mechanism], wanted: Sequence[Target]
) -> tuple[list[Runner], dict[str, str]]:
    """Every mechanism that fits a target, and why others do not run on this graph."""
    runners, unfit = [], {}
    for target in wanted:
        fitting = [m for m in offered if compatible(m, target.analysis)]
        for mechanism in fitting:
            stops, refusal = _stops(graph, mechanism)
            if stops:
                analysis = suited(target.analysis, graph, mechanism)
                runners.append(Runner(mechanism, analysis, target, stops))
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


def _worth_refining(runners: Sequence[Runner], refined: Sequence[Runner]) -> list[Runner]:
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
    chosen: list[Runner] = []
    targets = list(dict.fromkeys(runner.target for runner in runners))
    for target in targets:
        mine = [runner for runner in alike if runner.target is target]
        best = min((runner.exact for runner in mine if runner in refined), default=math.inf)
        rest = sorted((r for r in mine if r not in refined), key=lambda runner: runner.exact)
        chosen += [r for r in rest if r.exact < best] if refined else rest[:BEST]
    whole: dict[str, list[Runner]] = {}
    for runner in alike:
        whole.setdefault(runner.mechanism.id, []).append(runner)
    all_round = [group for group in whole.values() if len(group) == len(targets)]
    if len(targets) > 1 and all_round and not refined:
        chosen += min(all_round, key=lambda group: max(runner.exact for runner in group))
    return list(dict.fromkeys(chosen))
