"""Part of the page Which epsilon?: the curves, on a scale that is chosen, and their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.frontier import SCALES, Crossing, Scale, crossings, on_scale, unit_of
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.experiment.targets import Target
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Param, Refused
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.trade_off import quantile_dots, trade_off
from graphdp_core.privacy.guarantee import posterior
from pages.engine import scenario_cache
from pages.session import session
from pages.ui import far_epsilon_switch, page, protection, widgets
from pages.which_epsilon import bands

PRIOR = Param("prior", 0.5, "Believed before", "How likely a tie was held to be.",
              low=0.001, high=0.999)  # fmt: skip
HEIGHTS = {1: 380, 2: 340}  # of one curve, of several side by side

T = TypeVar("T")


@dataclass(frozen=True)
class Panel:
    """One metric of an analysis; `target` is the value that is good enough, if there is one."""

    analysis: str
    metric: Metric
    target: float | None
    title: str = ""

    @classmethod
    def of(cls, target: Target) -> Panel:
        """That of a target."""
        return cls(target.analysis.id, target.metric, target.value, target.analysis.title)


@dataclass(frozen=True)
class Frontier:
    """What is drawn, and on which scale."""

    now: Scenario
    mechanisms: tuple[Mechanism, ...]
    panels: tuple[Panel, ...]
    scale: Scale
    unit: float
    prior: float
    band: str

    def draw(self, table: pd.DataFrame) -> None:
        """Every panel, small multiples where there are several."""
        if len(self.panels) == 1:
            self._draw(self._rows(table, self.panels[0]), self.panels[0], 0)
            return
        places = st.columns(2)
        for number, panel in enumerate(self.panels):
            with places[number % len(places)]:
                self._draw(self._rows(table, panel), panel, number)

    def say(self, table: pd.DataFrame, reading: str) -> None:
        """Where the lead changes, `reading`, and the draws at the slider's epsilon as dots."""
        names = {m.id: m.title for m in self.mechanisms}
        sentences = [
            self._in_words(crossing, names, panel)
            for panel in self.panels
            for crossing in self._crossings(table, panel)
        ]
        if said := [*sentences, *filter(None, [reading])]:
            st.markdown("\n\n".join(said))
        for number, panel in enumerate(self.panels):
            rows = self._rows(table, panel)
            values = rows[rows["metric"] == panel.metric.id].dropna(subset="value")
            if values.empty:
                continue
            stops = values["epsilon"].unique()
            nearest = min(stops, key=lambda e: abs(np.log(e / max(self.now.epsilon, 1e-9))))
            with st.expander(  # a title that followed ε would make another box of it, and close it
                f"Draws at this ε{f': {panel.title}' if panel.title else ''}",
                icon=":material/scatter_plot:", key=f"dots-{number}", on_change="rerun",
            ) as box:  # fmt: skip
                if box.open:
                    self._dots(values[values["epsilon"] == nearest], panel, names, number)

    def _dots(self, rows: pd.DataFrame, panel: Panel, names: dict[str, str], number: int) -> None:
        page.figure(
            quantile_dots(
                rows, panel.metric, page.theme(), titles=names, target=panel.target
            ),
            key=f"dots-chart-{number}",
            alt=f"Twenty equally likely draws of {panel.metric.label} for each mechanism.",
        )  # fmt: skip
        epsilon = rows["epsilon"].iloc[0]
        st.caption(
            f"At {epsilon_label(epsilon)}. Each dot is one draw of twenty: count those beyond "
            "the line."
        )

    def _rows(self, table: pd.DataFrame, panel: Panel) -> pd.DataFrame:
        def make() -> pd.DataFrame:
            mine = table[table["analysis"] == panel.analysis] if "analysis" in table else table
            return on_scale(mine, self.scale, self.mechanisms, unit=self.unit, prior=self.prior)

        return self._made_once(table, f"rows {panel.analysis}", make)

    def _crossings(self, table: pd.DataFrame, panel: Panel) -> list[Crossing]:
        def make() -> list[Crossing]:
            return crossings(self._one_a_family(self._rows(table, panel)), panel.metric)

        return self._made_once(table, f"crossings {panel.analysis} {panel.metric.id}", make)

    def _made_once(self, table: pd.DataFrame, part: str, make: Callable[[], T]) -> T:
        """What a whole table decides, whatever the slider says; a table that grows has no name."""
        if "name" not in table.attrs:
            return make()
        name = f"{table.attrs['name']} {self.scale.id} {self.unit} {self.prior}"
        return session.keep_last(part, name, make)

    def _draw(self, rows: pd.DataFrame, panel: Panel, number: int) -> None:
        metric, now = panel.metric, self.now
        guarantees = {m.id: m.guarantee(now.epsilon) for m in self.mechanisms}
        names = {m.id: m.title for m in self.mechanisms}
        if panel.title:
            st.markdown(f"**{panel.title}**")
        shown = list(names) if self.band == "all" else [self.band]
        page.figure(
            trade_off(
                rows, metric, page.theme(), epsilon=self._mark(), titles=names,
                badges={id: g.badge for id, g in guarantees.items() if not g.protects},
                target=panel.target, x="x", x_title=self.scale.axis, x_log=self.scale.is_log,
                mark_label=epsilon_label(now.epsilon), bands=shown,
                height=HEIGHTS[min(len(self.panels), 2)],
                stops=far_epsilon_switch.stops() if self.scale.id in ("exact", "nominal") else (),
            ),
            key=_chart(number),
            alt=f"{metric.label} against {self.scale.title} for "
            f"{', '.join(protection.full_title(m, guarantees[m.id]) for m in self.mechanisms)}.",
        )  # fmt: skip

    def _one_a_family(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Without mechanisms that have the distribution of another: only luck parts them."""
        first = {m.family or m.id: m.id for m in reversed(self.mechanisms)}
        return rows[rows["mechanism"].isin(first.values())]

    def _mark(self) -> float:
        """Where the slider stands on the scale, for the sidebar's mechanism."""
        if self.scale.id == "nominal":
            return self.now.epsilon
        exact = self.now.mechanism.guarantee(self.now.epsilon).effective_epsilon
        return posterior(self.prior, exact) if self.scale.id == "belief" else exact / self.unit

    def _in_words(self, cross: Crossing, names: dict[str, str], panel: Panel) -> str:
        of = f"{panel.title}: up" if panel.title else "Up"
        at = f"{self.scale.title[:1].lower()}{self.scale.title[1:]} = {format_number(cross.x)}"
        return f"{of} to {at} {names[cross.before]} is ahead, from there on {names[cross.after]}."


def follow_pointer(panels: int) -> None:
    """Let the pointer choose whose bands the charts of all panels show."""
    bands.follow_pointer([_chart(number) for number in range(panels)])


def _chart(number: int) -> str:
    return f"trade-off-{number}"


def choose(
    now: Scenario,
    mechanisms: Sequence[Mechanism],
    panels: Sequence[Panel],
    best: Sequence[str],
    drawer: st.delta_generator.DeltaGenerator,
) -> Frontier:
    """Ask in a drawer for the scale of the axis and the bands; one that the graph lacks is refused.

    Unasked, the bands are those of the first of the `best`, ids of mechanisms.
    """
    with drawer:
        scale = widgets.choose(
            "Axis", {s.title: s for s in SCALES}, key="axis", as_list=True, kept=True,
            help=" ".join(f"**{s.title}**: {s.help}" for s in SCALES),
        )  # fmt: skip
        prior = PRIOR.default
        if scale.id == "belief":
            prior = float(widgets.widget(PRIOR, "prior"))
        whose = {m.title: m.id for m in mechanisms} | {"all of them": "all"}
        first = next((n for n, m in enumerate(mechanisms) if m.id in best[:1]), 0)
        band = widgets.choose(
            "Bands of", whose, key="bands", first=first, as_list=True, kept=True,
            help="Half of the draws, and nine of ten. Point at another curve to see its own.",
        )  # fmt: skip
    try:
        part = f"unit {scale.id}"
        unit = scenario_cache.of_graph(now.graph, part, lambda graph: unit_of(scale, graph))
    except Refused as refusal:
        st.warning(str(refusal), icon=":material/info:")
        scale, unit = SCALES[0], 1.0
    return Frontier(now, tuple(mechanisms), tuple(panels), scale, unit, prior, band)
