"""Three questions measured: who is recognised, what is concluded, and whether a plan holds.

What is recognised stands against what is kept; what a release decides against what the truth does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.analyses import Analysis
from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.conclusions import QUESTIONS, SURE, ConclusionsAnalysis, conclude
from graphdp_core.analyses.overview import Overview
from graphdp_core.arrays import Floats
from graphdp_core.data import load_graph
from graphdp_core.digits import digits, percent
from graphdp_core.experiment.compare import noise_stream, run_baseline
from graphdp_core.experiment.count_errors import (
    EPIDEMIC,
    FOLDER,
    NOISELESS,
    RELEASES,
    STOPS,
    decisions_kept,
)
from graphdp_core.experiment.plan import WANTS, Planned, plan, width_on
from graphdp_core.experiment.recognition import recognition
from graphdp_core.experiment.worker import Job, measure
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.signatures import triangles_of
from graphdp_core.lab.benchmark.document import markdown_table
from graphdp_core.lab.papers.study import Study
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.k_anonymous import KAnonymous
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.names_off import NamesOff
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.stored import table

if TYPE_CHECKING:
    import pandas as pd

Rows = Iterator[tuple[Any, ...]]


@cache
def bare(id: str) -> Graph:
    """A graph of the catalogue without its weights."""
    return replace(load_graph(id), weights=None)


ALL = "mean of all graphs"
PEOPLE = (
    "karate", "dolphins", "les_miserables", "football", "enron-reciprocal", "jazz",
    "celegansneural", "email-eu-core",
)  # fmt: skip
NAMELESS: tuple[tuple[str, Mechanism, float], ...] = (
    ("names off", NamesOff(), 1.0),
    ("k-anonymous, 2% deleted", KAnonymous(budget=0.02), 1.0),
    ("k-anonymous, 5% deleted", KAnonymous(budget=0.05), 1.0),
    *(("edgeFlip", EdgeFlip(), epsilon) for epsilon in (1.0, 2.0, 4.0, 6.0, 8.0)),
    *((RELEASES[id].title, RELEASES[id].made, 4.0) for id in (
        "denoised", "bter", "1k", "blocks", "node",
    )),
)  # fmt: skip
KEEPS: dict[str, Analysis] = {
    "ties": Overview(),
    "leaders": Centrality(),
    "decisions": ConclusionsAnalysis(),
}


SHOWN = ("karate", "jazz", "email-eu-core")
OF_MEAN = ("unique", "unique at 10%", "50% and ten names", "ties", "leaders", "decisions")
WORDS = table(Path(__file__).parent / "words" / "questions.toml")


@dataclass(frozen=True)
class LaterNames(Study):
    """Who is recognised by three attackers in thirteen releases, and what these keep."""

    id = "later-names"
    repeats: int = param(10, "Draws of the release and of what is known", low=2, high=100)
    graphs: int = param(8, "How many of the graphs, small ones first", low=1, high=8)
    seed: int = param(0, "Seed of noise and knowledge", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Half are recognised after 5% of the ties went, and a twentieth in BTER and 1K at most."""
        known = rows[rows["graph"] == ALL].set_index("release")["90% and ten names"]
        drawn = [RELEASES[id].title for id in ("bter", "1k")]
        return bool(known["k-anonymous, 5% deleted"] >= 0.5 and (known[drawn] <= 0.05).all())

    def grid(self) -> Iterator[tuple[str, Mechanism, float]]:
        """The releases."""
        yield from NAMELESS

    def measure(self, setting: tuple[str, Mechanism, float], progress: Progress) -> Rows:
        """Every graph in one release, and the mean over the graphs."""
        title, made, epsilon = setting
        told, every = epsilon if made.reads_epsilon else math.nan, list[list[float]]()
        for id in PEOPLE[: self.graphs]:
            progress(len(every) / self.graphs, f"{title}, {id}")
            every.append(self._row(bare(id), made, epsilon))
            yield (id, bare(id).n, title, told, *every[-1])
        means = np.mean(np.array(every), axis=0).tolist()
        yield (ALL, sum(bare(id).n for id in PEOPLE[: self.graphs]), title, told, *means)

    def markdown(self, rows: pd.DataFrame) -> str:
        """Who is recognised, what is kept, and what is left of published statements."""
        by = rows.set_index(["graph", "release", "epsilon"])
        body, keeps = list[list[str]](), list[list[str]]()
        for title, made, epsilon in NAMELESS:
            told = epsilon if made.reads_epsilon else math.nan
            name = f"{title}, ε = {epsilon:g}" if made.reads_epsilon else title
            every = [by.loc[(graph, title, told)] for graph in (*SHOWN, ALL)]
            body.append([name, *(
                f"{one['ties and triangles']:.3f} / {one['90% and ten names']:.3f}"
                f" ({one['low']:.2f} to {one['high']:.2f})" for one in every
            )])  # fmt: skip
            mean = every[-1]
            keeps.append([name, *(_whole(mean[column]) for column in OF_MEAN)])
        whole = rows[rows["graph"] == ALL].set_index("release")
        off, less = whole.loc["names off"], whole.loc["k-anonymous, 5% deleted"]
        exact = rows[(rows["release"] == less.name) & (rows["graph"] != ALL)]["unique"]
        hidden = 1.0 - off["unique at 5%"] / off["unique"]
        said = WORDS["statements"].format(
            graphs=len(exact), hidden=percent(hidden, whole=True),
            alike=percent(1.0 - less["unique at 10%"], whole=True), left=int((exact > 0.0).sum()),
            lost=", ".join(f"{_whole(1.0 - less[one])} ({one})" for one in OF_MEAN[3:]),
            near=percent(less["90% and ten names"], whole=True),
            number=percent(less["ties and triangles"], whole=True),
        )  # fmt: skip
        sizes = rows.drop_duplicates("graph").set_index("graph")["n"]
        head = ["release", *(f"{graph} ({sizes[graph]:,})" for graph in SHOWN), "mean of eight"]
        return "\n".join([
            *markdown_table(head, body, left=True), "", WORDS["means"], "",
            *markdown_table(["release", *OF_MEAN], keeps), "", said,
        ])  # fmt: skip

    def _row(self, graph: Graph, made: Mechanism, epsilon: float) -> list[float]:
        """Of one graph: who stands out, who is recognised, what is kept."""
        kept = list[tuple[float, float, float]]()
        for repeat in range(self.repeats):
            cells = measure(graph, Job(made, KEEPS, epsilon, self.seed, repeat))
            of = {name: cell.metrics for name, cell in cells.items()}
            kept.append((
                max(0.0, 1.0 - of["ties"]["degree_distance"]),
                float(np.nan_to_num(of["leaders"]["top10_kept"])) / 10.0,
                of["decisions"]["same"],
            ))  # fmt: skip
        near, half = (
            recognition(
                graph, made, epsilon=epsilon, ties_known=share, draws=self.repeats, seed=self.seed
            )
            for share in (0.9, 0.5)
        )
        release: Any = made.release(graph, epsilon=epsilon, rng=noise_stream(self.seed))
        out = [standing_out(release, share) for share in (0.0, 0.05, 0.1)]
        told = (near["circle"].share, near["ties"].share, near["ties"].low, near["ties"].high,
                half["ties"].share)  # fmt: skip
        means = np.mean(kept, axis=0).tolist()
        return [round(value, 4) for value in (*out, *told, *means, sum(means) / len(means))]


def _whole(share: float) -> str:
    return "below 1%" if 0.0 < share < 0.005 else percent(share, whole=True)


def standing_out(release: Graph, share: float) -> float:
    """The share of nodes that nobody resembles within so much of their ties and triangles.

    Examples
    --------
    >>> paw = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> standing_out(paw, 0.0), standing_out(paw, 0.5)
    (0.5, 0.25)
    """
    values = np.column_stack([release.degrees, triangles_of(release)]).astype(np.float64)
    near = np.abs(values[:, None] - values[None]) <= share * values[:, None] + 1e-9
    alike: Floats = near.all(axis=2).sum(axis=1)
    return float((alike == 1).mean())


CONCLUDED = (
    "karate", "les_miserables", "football", "jazz", "celegansneural", "email-eu-core",
    "netscience", "ego-facebook",
)  # fmt: skip
LARGE, FEW, DENSE = 2_000, 3, 4.0  # nodes; draws of these, and of flips below so large an epsilon
OUTBREAK = ("email-eu-core", "jazz", "ego-facebook")
FEW_STOPS = (1.0, 4.0, 8.0, NOISELESS)  # of large graphs


@dataclass(frozen=True)
class LaterConclusions(Study):
    """Eight questions of eight graphs in nine releases: do the decisions stay?"""

    id = "later-conclusions"
    kept_in: ClassVar[Path] = FOLDER
    repeats: int = param(10, "Draws at each epsilon", low=2, high=100)
    graphs: int = param(8, "How many of the graphs, small ones first", low=1, high=8)
    seed: int = param(0, "Seed of the noise", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Of BTER, 1K and block model none is nearest everywhere, and one is off by 5% of nodes."""
        titles = [RELEASES[id].title for id in ("bter", "1k", "blocks")]
        asked = rows[(rows["question"] == QUESTIONS[0].name) & rows["release"].isin(titles)]
        off = asked.assign(off=asked["model"].abs()).pivot(
            index="graph", columns="release", values="off"
        )
        return bool(off.idxmin(axis=1).nunique() > 1 and off.max().max() > 0.05)

    def markdown(self, rows: pd.DataFrame) -> str:
        """Which release for which question, the model's error, and the epidemic on three graphs."""
        lines, asked = list[str](), [one.name for one in QUESTIONS]
        for epsilon in (1.0, 4.0):
            _, kept = decisions_kept(epsilon)
            body = [[str(title), *(percent(one, whole=True) for one in row)]
                    for title, row in zip(kept.index, kept.to_numpy(), strict=True)]  # fmt: skip
            lines += ["", *markdown_table([f"ε = {epsilon:g}", *asked], body)]
        lines += ["", WORDS["model"], ""]
        ends = rows.groupby(["release", "question"])["model"].agg(["min", "max"])
        body = [
            [title, *(
                " to ".join(dict.fromkeys(_moved(end) for end in ends.loc[(title, name)]))
                for name in asked
            )]
            for title in kept.index
        ]  # fmt: skip
        lines += [*markdown_table(["ε = 20", *asked], body), "", WORDS["epidemic"], ""]
        by = rows[rows["question"] == EPIDEMIC.name].set_index(["release", "graph"])
        stops = [f"number at {epsilon:g}" for epsilon in FEW_STOPS]
        body = [
            [title, *(
                " / ".join(f"{value:.2f}" for value in by.loc[(title, graph), stops])
                for graph in OUTBREAK
            )]
            for title in kept.index
        ]  # fmt: skip
        head = [f"{id} ({by.loc[(kept.index[0], id), 'true']:.2f})" for id in OUTBREAK]
        return "\n".join([*lines, *markdown_table(["release", *head], body)]).strip()

    def grid(self) -> Iterator[tuple[str, str]]:
        """Graphs and releases."""
        yield from product(CONCLUDED[: self.graphs], RELEASES)

    def measure(self, setting: tuple[str, str], progress: Progress) -> Rows:
        """One release at every epsilon."""
        (id, release), analysis = setting, ConclusionsAnalysis()
        graph, made = bare(id), RELEASES[release].made
        truth = _baseline(id)
        draws: dict[float, list[Mapping[str, float]]] = {}
        for place, epsilon in enumerate(STOPS):
            progress(place / len(STOPS), f"{id}, {RELEASES[release].title}")
            if graph.n > LARGE and epsilon not in FEW_STOPS:
                continue
            if not made.reads_epsilon and draws:
                draws[epsilon] = next(iter(draws.values()))
                continue
            is_dense = release == "flips" and epsilon < DENSE and graph.n >= LARGE // 2
            many = min(FEW, self.repeats) if is_dense or graph.n > LARGE else self.repeats
            jobs = (Job(made, {"": analysis}, epsilon, self.seed, k) for k in range(many))
            draws[epsilon] = [measure(graph, job)[""].metrics for job in jobs]
        for one in conclude(graph, truth, truth):
            if one.decision:
                yield (
                    id, graph.n, RELEASES[release].title, one.question.name,
                    *_told(draws, one.question.id, one.value, SURE * one.error),
                )  # fmt: skip


def _moved(value: float) -> str:
    """With its sign, and nothing for a difference below a hundredth."""
    return f"{value:+.2f}".replace("-", "−") if abs(value) >= 0.005 else "0"


@cache
def _baseline(id: str) -> Any:
    return run_baseline(bare(id), ConclusionsAnalysis())


def _told(
    draws: Mapping[float, list[Mapping[str, float]]], id: str, true: float, sampling: float
) -> list[float]:
    """The truth and three errors of a question, then decision, number and error by epsilon."""
    same, number, off = list[float](), list[float](), list[float]()
    for epsilon in STOPS:
        every = draws.get(epsilon, [])
        seen = np.array([one.get(f"{id}_number", math.nan) for one in every] or [math.nan])
        stays = np.array([one.get(id, math.nan) for one in every] or [math.nan])
        same.append(float(np.nan_to_num(stays).mean()) if every else math.nan)
        known = seen[np.isfinite(seen)]
        number.append(float(known.mean()) if len(known) else math.nan)
        off.append(float(np.median(np.abs(known - true))) if len(known) else math.nan)
    told = (true, sampling, number[-1] - true, *same, *number, *off)
    return [round(value, 3) + 0.0 for value in told]


PLANNED = ("karate", "football", "polbooks", "email-eu-core")
NUMBERS = ("edges", "mean_degree", "triangles", "degrees")
OF_GROUPS = ("mixing", "homophily", "segregation")
PLAN_EPSILONS = (0.5, 1.0, 2.0, 4.0)
BY_GRAPHS = "by public graphs"
EXACT, SLACK = 0.1, 0.02  # by how much a width may be off, and lie beyond the ends that were told


@dataclass(frozen=True)
class LaterPlans(Study):
    """The width that a plan promises, beside that of releases of the private graph."""

    id = "later-plans"
    seed: int = param(0, "Seed of plan and releases", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Exact widths are met within 10%; nine of ten others lie where public graphs have them."""
        is_exact = rows["law"] == "exact"
        off, inside = rows[is_exact]["off"].abs(), rows[rows["law"] == BY_GRAPHS]["inside"]
        return bool((off <= EXACT).all() and inside.mean() >= 0.9)

    def markdown(self, rows: pd.DataFrame) -> str:
        """By number and graph, what was told and what came, at the four epsilons."""
        body = [
            [title, *(
                "<br>".join(map(_told_and_come, part.to_dict("records")))
                for _, part in some.groupby("graph", sort=False)
            )]
            for title, some in rows.groupby("number", sort=False)
        ]  # fmt: skip
        return "\n".join(markdown_table(["number", *PLANNED], body))

    def grid(self) -> Iterator[tuple[str, float]]:
        """Graphs and epsilons."""
        yield from product(PLANNED, PLAN_EPSILONS)

    def measure(self, setting: tuple[str, float], progress: Progress) -> Rows:
        """Plan on public graphs, then release the private one."""
        id, epsilon = setting
        graph = bare(id)
        for want in (NUMBERS, OF_GROUPS):
            made = plan(graph, epsilon, want, seed=self.seed)
            for row in made.rows:
                real = width_on(graph, row, seed=self.seed + 1) if row.is_known else math.nan
                off = 0.0 if row.half_width == real else row.half_width / max(real, 1e-9) - 1.0
                law = ("exact" if row.is_exact else BY_GRAPHS) if row.is_known else "not told"
                yield (
                    id, epsilon, WANTS[row.want].title, row.mechanism, round(row.epsilon, 3), law,
                    made.measured_on, row.low, row.high, real, off, _is_inside(row, real),
                )  # fmt: skip


def _is_inside(row: Planned, real: float) -> bool:
    """Whether what came lies where it was said to; not told at all is beyond every end."""
    come = math.inf if math.isnan(real) else real
    return row.low * (1.0 - SLACK) <= come <= row.high * (1.0 + SLACK)


def _told_and_come(row: Mapping[str, Any]) -> str:
    """The ends that were told, and what came.

    Examples
    --------
    >>> _told_and_come({"law": BY_GRAPHS, "low": 4.0, "high": math.inf, "realised": 5.0})
    '5 of 4 or more'
    """
    if row["law"] == "not told":
        return "—"
    come = digits(row["realised"]) if math.isfinite(row["realised"]) else "unknown"
    if row["low"] == row["high"] == row["realised"]:
        return come
    most = f"to {digits(row['high'])}" if math.isfinite(row["high"]) else "or more"
    return f"{come} of {digits(row['low'])} {most}"
