"""A benchmark's table of private triangle counts, and what an honest mechanism reaches."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.datasets import load_graph
from graphdp_core.experiment.count_errors import expected_errors
from graphdp_core.graphs.subgraph_counts import count_name
from graphdp_core.mechanisms.ladder_draw import ladder_draw, rung_chances
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.params import param
from graphdp_core.privacy.grids import geometric_noise, signed_tails
from graphdp_core.privacy.smooth_sensitivity import standard_smooth_noise
from graphdp_core.progress import Progress
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Chart, Reproduction, Table, frame
from graphdp_core.reproduce.stopwatch import Stopwatch
from graphdp_core.sensitivities.ladders import Ladder, ladder

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LaterCounts"]

EPSILONS = (0.1, 0.5, 1.0)
KINDS = (
    ("triangles", 2), ("stars", 2), ("stars", 3), ("k_triangles", 2), ("four_cliques", 2),
    ("edges", 2),
)  # fmt: skip
GLOBAL, LADDER, SMOOTH = "Global sensitivity", "Ladder", "Smooth sensitivity"
BENCHMARK = "Ladder as the benchmark's code has it, not private"
PUBLISHED = {
    BENCHMARK: (8e-5, 8e-5, 8e-5),
    GLOBAL: (0.033, 0.0043, 0.0024),
    LADDER: (8e-5, 8e-5, 8e-5),
    SMOOTH: (0.020, 0.0049, 0.0024),
}
TIMES = 2.0  # a number is met if it lies within this factor
COLUMNS = {
    "count": "what is counted",
    "method": "how its noise is scaled; the last is read off a graph released by edgeFlip",
    "epsilon": "for one edge",
    "published": "mean relative error as the benchmark prints it, for triangles",
    "expected": "mean relative error by the law of the noise",
    "drawn": "mean relative error of draws",
    "±": "half its 95% interval",
}


@dataclass(frozen=True)
class LaterCounts(Reproduction):
    """Relative errors of private counts on ego-Facebook, by three ways to scale the noise."""

    id: ClassVar[str] = "later-counts"
    title: ClassVar[str] = "Private counts on ego-Facebook"
    claim: ClassVar[str] = (
        "Triangles at ε = 0.1, 0.5 and 1: a relative error of 0.033, 0.0043 and 0.0024 by global, "
        "0.020, 0.0049 and 0.0024 by smooth sensitivity, and about 0.00008 by the ladder."
    )
    source: ClassVar[str] = "DPGraph, a benchmark platform, on the mechanisms of SIGMOD 2015"
    chart: ClassVar[Chart] = Chart(
        "epsilon", ("expected",), "mean relative error", panels=("count",), curves=("method",),
        published="published",
    )  # fmt: skip

    repeats: int = param(2000, "Draws for each number", low=2, high=10**5)
    seed: int = param(0, "Seed of the noise", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Every printed number lies within a factor of two of the mean of our private draws."""
        said = rows[rows["published"].notna() & rows["drawn"].notna()]
        ratio = said["drawn"] / said["published"]
        return bool(((ratio <= TIMES) & (ratio >= 1 / TIMES)).all())

    def _table(self, progress: Progress) -> Table:
        """Expect and draw every count."""
        graph = load_graph("ego-facebook")
        rows, watch = [], Stopwatch()
        ladder(load_graph("karate"), "triangles", 2)  # compiled before the clock starts
        for number, (count, k) in enumerate(KINDS):
            progress(number / len(KINDS), count_name(count, k))
            found = watch.take(partial(ladder, graph, count, k))
            expected = expected_errors(graph, count, k, np.array(EPSILONS))
            if count == "triangles":
                expected[BENCHMARK] = _without_offset(found)
            for method, errors in expected.items():
                for place, epsilon in enumerate(EPSILONS):
                    drawn, half = self._drawn(found, method, count, k, epsilon)
                    printed = PUBLISHED.get(method) if count == "triangles" else None
                    cells = (
                        count_name(count, k), method, epsilon,
                        printed[place] if printed else math.nan, float(errors[place]), drawn, half,
                    )  # fmt: skip
                    rows.append(cells)
        table = frame(COLUMNS, rows)
        return Table(table, COLUMNS, _notes(table, watch))

    def _drawn(
        self, found: Ladder, method: str, count: str, k: int, epsilon: float
    ) -> tuple[float, float]:
        """Mean relative error of draws with its interval; nan where the law alone is known."""
        rng = np.random.default_rng(self.seed)
        match method:
            case "Integer noise" | "Global sensitivity":
                limit = 1 if count == "edges" else found.limit
                noise = geometric_noise(signed_tails(rng, self.repeats), epsilon=epsilon / limit)
            case "Ladder":
                drawn = (
                    ladder_draw(found, signed_tails(rng, 1), epsilon=epsilon)
                    for _ in range(self.repeats)
                )
                noise = np.array([float(one - found.count) for one in drawn])
            case "Smooth sensitivity":
                scale = PrivateCount(count, k, "smooth").scale(found, epsilon)
                noise = scale * standard_smooth_noise("student", self.repeats, rng=rng)
            case _:
                return math.nan, math.nan
        return mean_with_interval((np.abs(noise) / found.count).tolist())


def _without_offset(found: Ladder) -> Floats:
    """Mean relative error where the noise is uniform within the drawn rung's width, from 0 on."""
    errors = []
    for epsilon in EPSILONS:
        chances = rung_chances(found, epsilon)[1:]
        widths = np.array([found.rung(t) for t in range(len(chances))])
        errors.append(float((chances * widths).sum()) / 2 / found.count)
    return np.array(errors)


def _notes(table: pd.DataFrame, watch: Stopwatch) -> tuple[str, ...]:
    at = table[(table["count"] == "triangles") & (table["epsilon"] == 0.5)].set_index("method")
    wrong = table[table["method"] == BENCHMARK]["expected"]
    least, most = wrong.min(), wrong.max()
    ladders, smooth = (float(at.loc[way, "drawn"]) for way in (LADDER, SMOOTH))
    return (
        f"At ε = 0.5 triangles are off by {ladders:.2g} by the ladder and {smooth:.2g} by smooth "
        "sensitivity. No private mechanism reaches the printed 0.00008: even noise 1/ε on the "
        "secret local sensitivity, 293 triangles, would be off by 0.00036.",
        "The printed number is an error of the benchmark's code: it computes where the rung that "
        "was drawn begins, and never adds it, so that its noise stays within one rung of the truth "
        f"and no ε holds. Written that way it gives {least:.2g} to {most:.2g} at every ε.",
        "The printed errors of smooth sensitivity are means of three draws with Cauchy noise, "
        "which has no mean. Student's t with a public share of ε for the scale is several times "
        "better.",
        f"What the ladders of all six counts need took {sum(watch.seconds):.1f} s of processor "
        f"time, of triangles {watch.seconds[0]:.1f} s; the benchmark needs 185 s.",
    )
