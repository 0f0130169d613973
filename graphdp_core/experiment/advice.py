"""What the advisor answers: the epsilon of every mechanism, and the plan that costs least."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.targets import Target
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import Guarantee, at_most

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["NOT_PRIVATE", "Advice", "Need", "Plan", "apart", "main_promise"]

NOT_PRIVATE = (
    "Choosing epsilon by looking at private data is itself not private: choose it on a public "
    "graph of the same kind."
)


@dataclass(frozen=True)
class Need:
    """The epsilon at which one mechanism meets one target.

    Parameters
    ----------
    target : Target
    mechanism : Mechanism
    analysis : Analysis
        With the settings that make it comparable with the mechanism's releases.
    nominal : float
        The epsilon to set; inf if the target is not met at the highest one.
    highest : float
        The highest nominal epsilon that was tried.
    is_refined : bool
        Whether the confidence holds for it; else it is about right, from a few draws.
    reached_lowest : bool
        Whether the lowest epsilon tried is enough: less may be as well.
    """

    target: Target
    mechanism: Mechanism
    analysis: Analysis
    nominal: float
    highest: float
    is_refined: bool
    reached_lowest: bool = False

    @property
    def is_never(self) -> bool:
        """Whether the target was not met at any epsilon."""
        return math.isinf(self.nominal)

    @property
    def guarantee(self) -> Guarantee:
        """At this epsilon, or at the highest one tried."""
        return self.mechanism.guarantee(self.highest if self.is_never else self.nominal)

    @property
    def epsilon(self) -> float:
        """The exact epsilon; inf for never."""
        return math.inf if self.is_never else self.guarantee.effective_epsilon

    @property
    def in_words(self) -> str:
        """The epsilon as it may be printed: rounded up, "about", "or less", "never" ...."""
        if self.is_never:
            highest = at_most(self.guarantee.effective_epsilon)
            return f"{'not sure' if self.is_refined else 'never: not'} even at {highest}"
        about = "" if self.is_refined else "about "
        return f"{about}{at_most(self.epsilon)}{' or less' if self.reached_lowest else ''}"


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
    targets : tuple of Target
    needs : tuple of Need
        One for each target and fitting mechanism.
    unfit : mapping of str to str
        Mechanisms that do not run on this graph, and why, by title.
    confidence, share : float
        A refined epsilon is enough for this share of all draws, with this confidence.
    draws : int
        That the refined epsilons rest on.
    failed : tuple of str
        Releases whose measurement broke down; they count as misses.
    """

    graph: str
    targets: tuple[Target, ...]
    needs: tuple[Need, ...]
    unfit: Mapping[str, str]
    confidence: float
    share: float
    draws: int
    failed: tuple[str, ...] = ()

    @property
    def main(self) -> Guarantee:
        """The promise under which the mechanisms are compared."""
        return main_promise([need.guarantee for need in self.needs])

    def ranked(self, target: Target) -> list[Need]:
        """The mechanisms that compare, the least epsilon first; refined ones before others."""
        main = self.main
        mine = [n for n in self.needs if n.target is target and not apart(n.guarantee, main)]
        return sorted(mine, key=lambda n: (n.is_never, not n.is_refined, n.epsilon))

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
        found = [_plan(choice) for choice in product(*good)]
        one = [plan for plan in found if len(plan.spent) == 1]
        several = [plan for plan in found if len(plan.spent) > 1]
        best = [min(kind, key=lambda plan: plan.epsilon) for kind in (one, several) if kind]
        return sorted(best, key=lambda plan: plan.epsilon)

    @property
    def is_sure(self) -> bool:
        """Whether the stated confidence holds for what :attr:`finding` says is enough."""
        if len(self.targets) > 1:
            return bool(self.plans())
        best = self._best
        return best is not None and best.is_refined

    @property
    def finding(self) -> str:
        """The answer in one sentence, without its confidence."""
        if len(self.targets) > 1:
            plans = self.plans()
            if plans:
                return f"You need {plans[0]}."
            return "No plan of mechanisms that compare reaches all targets."
        best = self._best
        if best is None:
            return f"Never: no mechanism that compares reaches {self.targets[0]} on this graph."
        return f"You need ε = {best.in_words} with {best.mechanism.title}."

    def headline(self) -> str:
        """The answer in one sentence, and how sure it is."""
        if not self.is_sure:
            return self.finding
        sure = f"{self.confidence:.0%} sure, for {10 * self.share:.0f} of 10 draws"
        return f"{self.finding.removesuffix('.')} ({sure})."

    @property
    def _best(self) -> Need | None:
        """What the first target needs least, if anything reaches it."""
        return next((n for n in self.ranked(self.targets[0]) if not n.is_never), None)

    def rows(self) -> list[dict[str, Any]]:
        """Everything as plain data, a row for each target and mechanism, best first."""
        found = []
        for target in self.targets:
            others = list(self.standing_apart(target).values())
            for need, why in [*((n, "") for n in self.ranked(target)), *others]:
                found.append(_row(need, why))
        return found

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


def _row(need: Need, why: str) -> dict[str, Any]:
    guarantee = need.guarantee
    return {
        "target": str(need.target),
        "mechanism": need.mechanism.id,
        "title": need.mechanism.title,
        "epsilon": need.epsilon,
        "nominal": need.nominal,
        "refined": need.is_refined,
        "in_words": need.in_words,
        "protects": guarantee.unit if guarantee.protects else guarantee.badge,
        "apart": why,
    }
