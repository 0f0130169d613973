"""What the advisor answers: the epsilon of every mechanism, and the plan that costs least."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.needed_epsilon import Need
from graphdp_core.experiment.scenario import next_stop
from graphdp_core.experiment.targets import Free, Target
from graphdp_core.privacy.guarantee import Guarantee, at_most

if TYPE_CHECKING:
    import pandas as pd


NOT_PRIVATE = (
    "Choosing epsilon by looking at private data is itself not private: choose it on a public "
    "graph of the same kind."
)


def apart(own: Guarantee, main: Guarantee) -> str:
    """Why an epsilon under one promise cannot be compared with one under `main`; "" if it can."""
    if not own.protects:
        return own.badge
    if own.relation is not main.relation or own.protected_radius != main.protected_radius:
        return f"protects {own.unit}"
    return f"δ = {own.delta:.0e}" if own.delta != main.delta else ""


def main_promise(guarantees: Sequence[Guarantee]) -> Guarantee:
    """The promise that most of those make that prove one, with δ = 0 if there is such a one."""
    proved = [g for g in guarantees if g.protects] or list(guarantees)
    promises = [(g.relation, g.protected_radius, g.delta) for g in proved]
    return max(
        proved,
        key=lambda g: (not g.delta, promises.count((g.relation, g.protected_radius, g.delta))),
    )


@dataclass(frozen=True)
class Plan:
    """Mechanisms that meet all targets together.

    Parameters
    ----------
    spent : mapping of str to float
        Exact epsilon of each mechanism's release, by title; they add up.
    serves : mapping of str to str
        Title of the mechanism that serves each target, by the target's name.
    """

    spent: Mapping[str, float]
    serves: Mapping[str, str]

    @property
    def epsilon(self) -> float:
        """What all releases cost together."""
        return sum(self.spent.values())

    def __str__(self) -> str:
        parts = [f"{title} at ε = {at_most(e)}" for title, e in self.spent.items()]
        total = f": ε = {at_most(self.epsilon)} in total" if len(parts) > 1 else ""
        return " and ".join(parts) + total


@dataclass(frozen=True)
class Advice:
    """The answer to "which epsilon do I need, with which mechanism".

    Parameters
    ----------
    graph : str
        Its title.
    needs : tuple of Need
        One for each target and fitting mechanism.
    unfit : mapping of str to str
        Mechanisms that do not run on this graph, and why, by title.
    confidence, share : float
        A refined epsilon is enough for this share of all draws, with this confidence.
    failed : tuple of str
        Releases whose measurement broke down; they count as misses.
    free : mapping of str to Free
        What meets a target without any epsilon, by the target's name.
    is_weighted : bool
        Whether the graph has weights.
    """

    graph: str
    targets: tuple[Target, ...]
    needs: tuple[Need, ...]
    unfit: Mapping[str, str]
    confidence: float
    share: float
    failed: tuple[str, ...] = ()
    free: Mapping[str, Free] = field(default_factory=dict)
    is_weighted: bool = False

    @property
    def main(self) -> Guarantee:
        """The promise under which the mechanisms are compared."""
        return main_promise([need.guarantee for need in self.needs])

    def ranked(self, target: Target) -> list[Need]:
        """The mechanisms that compare, the least epsilon first; refined ones before others.

        Of those that never reach the target the nearest comes first.
        """
        sign = -1.0 if target.metric.better == "higher" else 1.0

        def place(need: Need) -> tuple[bool, bool, float]:
            if not need.is_never:
                return False, not need.is_refined, need.epsilon
            return True, math.isnan(need.at_highest), sign * need.at_highest

        main = self.main
        mine = (n for n in self.needs if n.target is target and not apart(n.guarantee, main))
        return sorted(mine, key=place)

    def words_of(self, need: Need) -> str:
        """The epsilon in words; of one that is not refined, which kin with its law has been."""
        family = need.mechanism.family
        if need.is_refined or not family or need.is_never:
            return need.in_words
        kin = (n for n in self.ranked(need.target) if n.is_refined and not n.is_never)
        same = [n.mechanism.title for n in kin if n.mechanism.family == family]
        return f"as {same[0]}: one distribution" if same else need.in_words

    def standing_apart(self, target: Target) -> dict[str, tuple[Need, str]]:
        """Mechanisms with another promise, and which, by title."""
        main = self.main
        mine = [(n, apart(n.guarantee, main)) for n in self.needs if n.target is target]
        return {need.mechanism.title: (need, why) for need, why in mine if why}

    def plans(self) -> list[Plan]:
        """One release that serves every target, and the best split over several: cheapest first.

        Epsilons of releases of one graph add up; what is read in one release costs nothing more.
        """
        good = [
            [n for n in self.ranked(target) if n.is_refined and not n.is_never]
            for target in self.targets
        ]
        plans = [_plan(choice) for choice in product(*good)]
        one = [plan for plan in plans if len(plan.spent) == 1]
        several = [plan for plan in plans if len(plan.spent) > 1]
        best = [min(kind, key=lambda plan: plan.epsilon) for kind in (one, several) if kind]
        return sorted(best, key=lambda plan: plan.epsilon)

    @property
    def rests_on(self) -> list[Need]:
        """The needs that :attr:`finding` names; those of the first plan for several targets."""
        if len(self.targets) == 1 and self.free:
            return []  # it would recommend what says nothing of the graph
        if len(self.targets) == 1:
            met = (need for need in self.ranked(self.targets[0]) if not need.is_never)
            return [best] if (best := next(met, None)) else []
        plans = self.plans()
        if not plans:
            return []
        serves = plans[0].serves
        return [
            need
            for target in self.targets
            for need in self.ranked(target)
            if need.is_refined and need.mechanism.title == serves[target.name]
        ]

    @property
    def is_sure(self) -> bool:
        """Whether the stated confidence holds for what :attr:`finding` says is enough."""
        named = self.rests_on
        return bool(named) and all(need.is_refined for need in named)

    @property
    def finding(self) -> str:
        """The answer in one sentence, without its confidence."""
        return self._finding(lambda need: f"ε = {need.in_words}")

    @property
    def finding_at_stop(self) -> str:
        """The same, with the slider's next stop for one target: what a page can set."""
        return self._finding(lambda need: epsilon_label(next_stop(need.nominal)))

    def _finding(self, amount: Callable[[Need], str]) -> str:
        if len(self.targets) > 1:
            plans = self.plans()
            if plans:
                return f"You need {plans[0]}."
            return "No plan of mechanisms that compare reaches all targets."
        target = self.targets[0]
        named, free = self.rests_on, self.free.get(target.name)
        if free is not None:
            enough = "guessing" if free.by_chance else "a random graph as large"
            return f"This wish is too weak: {enough} would do."
        if not named:
            return f"Never: no mechanism that compares reaches {target.bound}."
        return f"You need {amount(named[0])} with {named[0].mechanism.called(inside=True)}."

    @property
    def remarks(self) -> list[str]:
        """What must be said beside the finding: a target that asks for nothing, or for too much."""
        several = len(self.targets) > 1
        remarks = []
        for target in self.targets:
            of = f"{target.title}: " if several else ""
            free, ranked = self.free.get(target.name), self.ranked(target)
            if free is not None:
                remarks.append(f"{of}{free.in_words}")
            elif ranked and all(need.is_never for need in ranked):
                remarks.append(f"{of}{self._nearest(ranked)}")
        return remarks

    def headline(self) -> str:
        """The answer in one sentence, and how sure it is."""
        if not self.is_sure:
            return self.finding
        sure = f"{self.confidence:.0%} sure, for {10 * self.share:.0f} of 10 draws"
        return f"{self.finding.removesuffix('.')} ({sure})."

    def _nearest(self, ranked: Sequence[Need]) -> str:
        """How near the best of them comes at its highest epsilon, and why no nearer."""
        target, best = ranked[0].target, ranked[0]
        if math.isnan(best.at_highest):
            return f"{target.metric.label} has no value at any epsilon that was tried."
        bare = self.is_weighted and not best.mechanism.protects_weights
        why = " The graph has weights, and such a release carries none." if bare else ""
        return (
            f"{best.mechanism.title} comes nearest, with {target.written(best.at_highest)} at "
            f"ε = {at_most(best.guarantee.effective_epsilon)}.{why}"
        )

    def rows(self) -> list[dict[str, Any]]:
        """Everything as plain data, a row for each target and mechanism, best first."""
        rows = []
        for target in self.targets:
            others = list(self.standing_apart(target).values())
            for need, why in [*((n, "") for n in self.ranked(target)), *others]:
                rows.append(_row(need, self.words_of(need), why))
        return rows

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows())


def _plan(choice: Sequence[Need]) -> Plan:
    """One release for each mechanism, at the epsilon of the most demanding of its targets."""
    spent: dict[str, float] = {}
    for need in choice:
        title = need.mechanism.title
        spent[title] = max(spent.get(title, 0.0), need.epsilon)
    return Plan(spent, {need.target.name: need.mechanism.title for need in choice})


def _row(need: Need, words: str, why: str) -> dict[str, Any]:
    guarantee = need.guarantee
    return {
        "target": str(need.target),
        "mechanism": need.mechanism.id,
        "title": need.mechanism.title,
        "epsilon": need.epsilon,
        "nominal": need.nominal,
        "draws": need.draws,
        "refined": need.is_refined,
        "in_words": words,
        "protects": guarantee.unit if guarantee.protects else guarantee.badge,
        "apart": why,
    }
