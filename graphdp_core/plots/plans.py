"""What plans for several targets cost: a bar each, its parts the releases of which it consists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from graphdp_core.plots.encode import escape
from graphdp_core.plots.panels import Figure, axis, note
from graphdp_core.plots.theme import Theme, layout
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
    bars: list[Figure] = [
        {
            "type": "bar",
            "orientation": "h",
            "name": escape(title),
            "y": names,
            "x": [plan.spent.get(title, 0.0) for plan in plans],
            "text": [_part(title, plan) for plan in plans],
            "textposition": "inside",
            "insidetextanchor": "middle",
            "textfont": {"color": theme.background, "size": 13},
            "marker": {
                "color": theme.categorical[number % len(theme.categorical)],
                "line": {"width": 1, "color": theme.background},
            },
            "hovertemplate": "%{text}<extra></extra>",
        }
        for number, title in enumerate(titles)
    ]
    most = max((plan.epsilon for plan in plans), default=1.0)
    frame = layout(theme, height=130 + BAR * len(plans), left=140, top=12, bottom=48, legend=False)
    frame |= {
        "barmode": "stack",
        "bargap": 0.25,
        "xaxis": axis(theme, "ε spent together", range=[0, 1.18 * most]),
        "yaxis": axis(theme, "", autorange="reversed", showgrid=False),
        "annotations": [
            note(
                theme, f"ε = {at_most(plan.epsilon)}{', the least' if not place else ''}",
                plan.epsilon, place, xref="x", yref="y", xanchor="left", xshift=6,
                font={"size": 13, "color": theme.text if not place else theme.muted},
            )
            for place, plan in enumerate(plans)
        ],
    }  # fmt: skip
    return {"data": bars, "layout": frame}


def _part(title: str, plan: Spending) -> str:
    return f"{escape(title)} {at_most(plan.spent[title])}" if title in plan.spent else ""
