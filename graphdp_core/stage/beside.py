"""Two releases beside the truth under one slider: which keeps more, at which price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds import kind_named
from graphdp_core.plots.kinds.drawn import chart_beside, pair_of
from graphdp_core.plots.pair.message import digest
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.side_by_side import Row, answer, price, promises, rows
from graphdp_core.plots.sides import Sides
from graphdp_core.privacy.guarantee import STRENGTHS, at_most, percent_at_most
from graphdp_core.progress import Progress, Report
from graphdp_core.stage.packed import LARGE
from graphdp_core.stage.stage import Stage, layout_of
from graphdp_core.stage.stop import (
    Stop,
    no_such_stop,
    notes,
    refused_stop,
    short_statement,
    tie_odds,
)

SHOWN = 2  # figures below the pictures
ONE_DRAW = "Another draw may reverse this."


@dataclass(frozen=True, eq=False)
class Beside:
    """Release A at every epsilon, and B, which differs from it in what is named here.

    Parameters
    ----------
    epsilon : float, optional
        Of B; None for that of A.
    """

    a: Stage
    mechanism: Mechanism
    epsilon: float | None = None
    is_redrawn: bool = False
    reading: Analysis[Any] | None = None
    _met: dict[float, Comparison] = field(default_factory=dict, repr=False)

    @property
    def graph(self) -> Graph:
        """The true one."""
        return self.a.graph

    @property
    def epsilons(self) -> Sequence[float]:
        """The stops: those of A."""
        return self.a.epsilons

    @cached_property
    def key(self) -> str:
        """Names all that decides the stops."""
        return digest("beside", self.a.key, self.id)

    @property
    def id(self) -> str:
        """Names what B differs in."""
        return repr((self.mechanism, self.epsilon, self.is_redrawn, self.reading))

    @cached_property
    def b(self) -> Stage:
        """B at every epsilon, as it is without A."""
        a = self.a
        return Stage(a.graph, self.mechanism, self.reading or a.analysis, a.seed + self.is_redrawn)

    def compared(
        self, epsilon: float, *, progress: Report | None = None
    ) -> tuple[Comparison, Comparison]:
        """A and B at one stop of A."""
        whole = Progress.of(progress)
        a = self.a.comparison(epsilon, progress=whole.between(0.0, 0.5))
        return a, self._against(a, whole.between(0.5, 1.0))

    def _against(self, a: Comparison, progress: Report) -> Comparison:
        at = a.epsilon if self.epsilon is None else self.epsilon
        b = self._met.get(at) if self.epsilon is not None else None
        if b is None:
            b = self.b.comparison(at, progress=progress)
            if self.epsilon is not None:
                self._met[at] = b  # it stands still while A moves
        if self.reading is None:
            return b
        metrics = a.analysis.measure(a.graph, a.baseline, b.private)
        return replace(b, baseline=a.baseline, metrics=metrics, repeats=(metrics,))

    def stop(self, epsilon: float, *, progress: Report | None = None) -> Stop:
        """What stands at one epsilon of A; a refusal is a stop that says so."""
        if epsilon not in self.epsilons:
            raise no_such_stop(epsilon, self.epsilons)
        try:
            a, b = self.compared(epsilon, progress=progress)
        except Refused as error:
            return refused_stop(epsilon, error)
        sides = _sides(a, b, reads=self.reading is not None)
        drawn, other = _drawn(a, b, sides)
        measured = first(a, b)
        guarantees = a.guarantee, b.guarantee
        paid = promises(*guarantees) or price(*guarantees)
        told = {(c.seed, c.analysis, c.mechanism.reads_epsilon) for c in (a, b)}
        is_new = bool(paid) and told != {(a.seed, a.analysis, True)}  # else titles say it
        said = [*[_who(a, b).removesuffix(ONE_DRAW)] * is_new, *notes(a), *notes(b)]
        if drawn is None:
            said.insert(0, _no_picture(a))
        return Stop(
            epsilon=epsilon,
            drawing=drawn,
            sides=sides[0],
            answer=answer(measured, guarantees),
            detail=paid or _who(a, b),
            figures=[
                (f"{row.label} ({row.words})" if row.words else row.label, " | ".join(row.values))
                for row in measured[:SHOWN]
            ],
            statement=_both(a, b),
            strength=max(a.guarantee.strength, b.guarantee.strength, key=STRENGTHS.index),
            tie=_ties(a, b),
            notes=list(dict.fromkeys(filter(None, said))),
            beside=other,
            beside_sides=sides[1],
        )


def first(a: Comparison, b: Comparison) -> list[Row]:
    """The metrics that the analysis shows first, of both: that of the picture before all."""
    by_id = {metric.id: metric for metric in a.analysis.metrics}
    shown = sorted(
        (by_id[id] for id in a.analysis.headline(a.graph)), key=lambda m: m.better == "neither"
    )
    return rows(a, b, shown, ranked=not promises(a.guarantee, b.guarantee))


def _drawn(
    a: Comparison, b: Comparison, sides: tuple[Sides, Sides]
) -> tuple[Pair | Chart | None, Pair | None]:
    """Truth and A, and B alone; or one chart of all three."""
    kind = kind_named(a.baseline.kind)
    if kind.columns:
        return chart_beside(a, b, sides=sides), None
    if not kind.picture or a.graph.n > LARGE:
        return None, None
    left, right = (pair_of(c, places=layout_of) for c in (a, b))
    return left, replace(right, is_single=True)


def _no_picture(a: Comparison) -> str:
    if a.graph.n > LARGE and kind_named(a.baseline.kind).picture:
        return f"A picture of all {a.graph.n:,} nodes would be a blot: see the numbers."
    return f"Nothing is drawn of {a.analysis.title}: see the numbers."


def _sides(a: Comparison, b: Comparison, *, reads: bool) -> tuple[Sides, Sides]:
    made = []
    for name, c in (("A", a), ("B", b)):
        g = c.guarantee
        exact = "" if g.effective_epsilon == g.epsilon else at_most(g.effective_epsilon)
        title = f"{name}: {c.analysis.title if reads else c.mechanism.title}"
        made.append(replace(Sides.of(c), name=title, exact=exact))
    return made[0], made[1]


def _who(a: Comparison, b: Comparison) -> str:
    """What A and B are, in a line."""
    one, other = a.mechanism.title, b.mechanism.title
    if a.analysis != b.analysis:
        return (
            f"One release, {one}{_where(a)}, draw {a.seed}. A "
            f"reads it by {a.analysis.title}, B by {b.analysis.title}; both are measured against "
            f"{a.analysis.title} without privacy."
        )
    if not (a.mechanism.reads_epsilon and b.mechanism.reads_epsilon):
        return (
            f"A is {one}{_where(a)}, draw {a.seed}; B {other}{_where(b)}, draw {b.seed}. {ONE_DRAW}"
        )
    apart = "" if a.epsilon == b.epsilon else _where(b)
    return (
        f"At {epsilon_label(a.epsilon)} A is {one}, draw {a.seed}; "
        f"B {other}{apart}, draw {b.seed}. {ONE_DRAW}"
    )


def _where(c: Comparison) -> str:
    """At which epsilon, or that there is none."""
    return f" at {epsilon_label(c.epsilon)}" if c.mechanism.reads_epsilon else ", which reads no ε"


def _ties(a: Comparison, b: Comparison) -> str:
    """What may be believed of one tie after each release."""
    said = []
    for name, c in (("A", a), ("B", b)):
        odds = tie_odds(c.guarantee)
        if isinstance(odds, str):
            said.append(f"of {name}, {odds.removesuffix('.')}")
        else:
            high = percent_at_most(odds[1]).removesuffix("%")
            low = "less than 0.01" if high.startswith("more") else f"{100 - float(high):.4g}"
            said.append(f"after {name} an insider believes in their tie {low} to {high} in 100")
    return f"{'; '.join(said)}."


def _both(a: Comparison, b: Comparison) -> str:
    """What both protect; once where it is the same."""
    said: dict[str, list[str]] = {}
    for name, c in (("A", a), ("B", b)):
        named = "" if c.guarantee.protects else f"{c.mechanism.title}: {c.guarantee.badge}. "
        said.setdefault(f"{named}{short_statement(c.guarantee)}", []).append(name)
    return " ".join(f"{' and '.join(names)}: {statement}" for statement, names in said.items())
