"""Two releases of one graph beside the truth: what B is, the three pictures, numbers, promises."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import EPSILONS, Scenario
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.plots.kinds import PICTURES
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.webgl import PairPayload, pair_payload
from graphdp_core.plots.side_by_side import Row, answer, price, promises, rows, table
from graphdp_core.plots.trusted_figure import trusted_figure
from pages.parts import mechanism_choice
from pages.parts.prepared import saved_as
from pages.shared import marked, moves, page, protection, scenario_cache, session, widgets
from pages.shared.pair_widget import PairAnswer, pair_widget

__all__ = ["Rival", "choose_rival", "numbers", "offer_promises", "show"]

SAME = "as A"
SHOWN = 2  # figures in the line below the pictures
ONE_DRAW = "Another draw may turn it."


@dataclass(frozen=True)
class Rival:
    """What release B differs in from A.

    Parameters
    ----------
    mechanism : Mechanism
    epsilon : float or None
        None for that of A.
    is_redrawn : bool
        Whether it has the next noise draw.
    """

    mechanism: Mechanism
    epsilon: float | None
    is_redrawn: bool

    def beside(self, a: Scenario) -> Scenario:
        """The scenario of B, next to that of A."""
        return replace(
            a,
            mechanism=self.mechanism,
            epsilon=a.epsilon if self.epsilon is None else self.epsilon,
            seed=a.seed + self.is_redrawn,
        )

    def analysis(self, a: Scenario, wish: Analysis) -> Analysis:
        """The analysis that both can be read by: a ranking follows what is released."""
        if not isinstance(wish, Centrality):
            return wish
        return matched(matched(wish, a.mechanism, a.graph), self.mechanism, a.graph)


def choose_rival(a: Scenario, analysis: Analysis) -> Rival:
    """Ask what B is, in a drawer by the slider."""
    offered = {m.title: m for m in mechanism_choice.fitting(a, [analysis])}
    stops = {SAME: None, **{f"{e:g}": e for e in EPSILONS}}
    noise = {"As A": False, "Another draw": True}
    with session.place("choices"), st.popover("Release B", icon=":material/compare:", key="rival"):
        mechanism = widgets.choose(
            "Mechanism of B", offered, key="b.mechanism", as_list=True,
            first=min(1, len(offered) - 1),
        )  # fmt: skip
        epsilon = widgets.choose(
            "ε of B", stops, key="b.epsilon", as_list=True, ids=["same", *list(stops)[1:]]
        )
        is_redrawn = widgets.choose(
            "Noise of B", noise, key="b.draw", ids=["same", "another"],
            help="With the same draw, both releases begin from the same random numbers.",
        )  # fmt: skip
    return Rival(mechanism, epsilon, is_redrawn)


def offer_promises() -> None:
    """The place of both promises, below the pictures."""
    with session.place("promise"):
        words = st.container(
            horizontal=True, vertical_alignment="center", gap="small", key="guarantee-words"
        )
        moves.keep("promise", words)


def show(a: Comparison, b: Comparison) -> None:
    """The answer, the pictures, the first numbers and what both protect."""
    metrics = [m for m in a.analysis.metrics if m.id in a.analysis.headline(a.graph)]
    found = rows(a, b, metrics)
    page.answer(answer(found), _who(a, b))
    if a.baseline.kind not in PICTURES:
        _charts(a, b)
    elif a.graph.n > page.LARGE:
        st.caption(f"A picture of all {a.graph.n:,} nodes would be a blot: see the numbers.")
    else:
        _pictures(a, b)
    marked.show(a)
    page.metrics_line([_card(row) for row in found[:SHOWN]])
    _promises(a, b)
    page.notes(a.baseline, a.private, b.private)


def _who(a: Comparison, b: Comparison) -> str:
    """What A and B are, in a line."""
    apart = "" if a.epsilon == b.epsilon else f" at {epsilon_label(b.epsilon)}"
    return (
        f"At {epsilon_label(a.epsilon)} A is from {a.mechanism.title}, draw {a.seed}; B is from "
        f"{b.mechanism.title}{apart}, draw {b.seed}. {ONE_DRAW}"
    )


def _card(row: Row) -> page.Card:
    return page.Card(row.label, " | ".join(row.values), row.help, row.words)


def _pictures(a: Comparison, b: Comparison) -> None:
    """Truth and A in one widget, B in another beside it: the two are linked in the browser."""
    left, right = st.columns([2, 1], gap="small")
    for place, c, name in ((left, a, "A"), (right, b, "B")):
        with place:
            heard = pair_widget(
                _payload(c, name), key=f"{name.lower()}-picture", selected=session.selection(),
                selected_edges=marked.edges(c), on_change=_mark,
            )  # fmt: skip
            if not heard.supported:
                figure = plots.pair_figure(_pair(c, name), page.theme(), sides=_sides(c, name))
                page.figure(figure, key=f"{name.lower()}-plotly", alt=_pair(c, name).alt)


def _mark(heard: PairAnswer) -> None:
    session.remember_nodes(heard.selection)


def _sides(c: Comparison, name: str) -> plots.Sides:
    return replace(plots.Sides.of(c), name=f"{name}: {c.mechanism.title}")


def _pair(c: Comparison, name: str) -> plots.Pair:
    return replace(plots.pair_of(c, places=scenario_cache.positions), is_single=name == "B")


def _payload(c: Comparison, name: str) -> PairPayload:
    file, footnote = saved_as(c)
    return scenario_cache.get(
        scenario_cache.key(c, f"side by side {name}"),
        lambda: pair_payload(
            _pair(c, name), sides=_sides(c, name), file=f"{file}-{name}", footnote=footnote
        ),
    )


def _charts(a: Comparison, b: Comparison) -> None:
    """Each beside the truth."""
    for place, c, name in zip(st.columns(2, gap="small"), (a, b), "AB", strict=True):
        with place:
            st.markdown(f"**{_sides(c, name).private}**")
            st.plotly_chart(
                trusted_figure(plots.figure_of(c, page.theme())), key=f"{name.lower()}-chart",
                config=plots.CONFIG, theme=None, alt=f"{name}: {c.finding}",
            )  # fmt: skip


def _promises(a: Comparison, b: Comparison) -> None:
    """What both protect; once where it is the same, and a warning where it may not be compared."""
    said: dict[str, list[str]] = {}
    for name, c in (("A", a), ("B", b)):
        promise = protection.seal(c.mechanism, c.guarantee), protection.short_statement(c.guarantee)
        said.setdefault(" ".join(promise), []).append(name)
    with moves.kept("promise"):
        for statement, names in said.items():
            st.markdown(f"**{' and '.join(names)}.** {statement}", width="content")
    with moves.kept("notes"):
        if warning := promises(a.guarantee, b.guarantee):
            st.warning(warning, icon=":material/balance:")
        elif spent := price(a.guarantee, b.guarantee):
            st.caption(f":material/balance: {spent}")


def numbers(a: Comparison, b: Comparison) -> None:
    """Every metric of both, and the difference in words."""
    page.open_table(
        "All numbers side by side",
        lambda: table(rows(a, b, a.analysis.metrics)),
        key="side-by-side",
        promises={f"{name}, {c.mechanism.title}": c.guarantee for name, c in (("A", a), ("B", b))},
    )
