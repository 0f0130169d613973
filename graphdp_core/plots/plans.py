"""What plans for several targets cost: a bar each, its parts the releases of which it consists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from graphdp_core.plots.encode import escape
from graphdp_core.plots.marks import Figure, axis, bars, figure, named_axis, note
from graphdp_core.plots.theme import Theme
from graphdp_core.privacy.guarantee import at_most

__all__ = ["plan_bars"]

BAR = 44  # pixels a plan


class Spending(Protocol):
    """A plan: what each of its releases costs, by the mechanism's title, and all together."""

    @property
    def spent(self) -> Mapping[str, float]:
        """Epsilon by title."""

    @property
    def epsilon(self) -> float:
        """The sum."""


def plan_bars(plans: Sequence[Spending], theme: Theme) -> Figure:
    """Epsilon of every release of each plan, side by side; the plan that costs least on top.

    Parameters
    ----------
    plans : sequence of plan
        As of :meth:`graphdp_core.experiment.advice.Advice.plans`: cheapest first.
    theme : Theme
    """
    names = [
        "One release for all" if len(plan.spent) == 1 else f"{len(plan.spent)} releases"
        for plan in plans
    ]
    titles = list(dict.fromkeys(title for plan in plans for title in plan.spent))
    data = [
        bars(
            range(len(plans)), [plan.spent.get(title, 0.0) for plan in plans],
            theme.categorical[number % len(theme.categorical)], name=title, across=True,
            edge=theme.background, tip="%{text}", words=[_part(title, plan) for plan in plans],
            textposition="inside", insidetextanchor="middle",
            textfont={"color": theme.background, "size": 13},
        )
        for number, title in enumerate(titles)
    ]  # fmt: skip
    sums = [
        note(
            theme, f"ε = {at_most(plan.epsilon)}{', the least' if not place else ''}",
            plan.epsilon, place, xanchor="left", xshift=6,
            font={"size": 13, "color": theme.text if not place else theme.muted},
        )
        for place, plan in enumerate(plans)
    ]  # fmt: skip
    most = max((plan.epsilon for plan in plans), default=1.0)
    return figure(
        theme, data, notes=sums, more={"barmode": "stack", "bargap": 0.25, "showlegend": False},
        x=axis(theme, "ε spent together", range=[0, 1.18 * most]),
        y=named_axis(theme, names, autorange="reversed", range=None),
        height=130 + BAR * len(plans), left=140, top=12, bottom=48, legend=False,
    )  # fmt: skip


def _part(title: str, plan: Spending) -> str:
    return f"{escape(title)} {at_most(plan.spent[title])}" if title in plan.spent else ""
