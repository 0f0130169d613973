"""The leading eigenvector by a private test, beside noise in every step of power iteration."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from graphdp_core.centralities import eigenvector
from graphdp_core.datasets import load_graph
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.mechanisms.noisy_power_iteration import NoisyPowerIteration
from graphdp_core.mechanisms.stable_eigenvector import StableEigenvector
from graphdp_core.metrics.rankings import top_count, top_kept
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Chart, Reproduction, Table, frame
from graphdp_core.reproduce.stopwatch import Stopwatch

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LaterEigenvector"]

EPSILONS = (1.0, 2.0, 5.0, 10.0)
GRAPHS = ("ego-facebook", "email-eu-core", "wiki-vote")
STABLE, POWER = "propose, test, release", "noisy power iteration"
PUBLISHED = 180.0  # times faster
CHANGE = 0.016  # proposed: about twice the bound of the three graphs
COLUMNS = {
    "graph": "which",
    "epsilon": "for one edge, all in all; δ = 10⁻⁶",
    "method": "how the leading eigenvector is released",
    "passed": "of the draws: where the private test failed, nothing is released",
    "top kept": "of the hundredth of nodes on top, mean over draws; a failed test keeps none",
    "±": "half its 95% interval",
    "seconds": "of processor time for one release",
}


@dataclass(frozen=True)
class LaterEigenvector(Reproduction):
    """What a test of stability buys for the leading eigenvector, in accuracy and in time."""

    id: ClassVar[str] = "later-eigenvector"
    title: ClassVar[str] = "The leading eigenvector by a private test"
    claim: ClassVar[str] = (
        "Releasing the leading eigenvector after a private test of its stability is about 180 "
        "times faster than noisy power iteration."
    )
    source: ClassVar[str] = "Khayatian, Vullikanti and Konar, arXiv:2505.03858, 2025"
    chart: ClassVar[Chart] = Chart(
        "epsilon", ("top kept",), "of the top 1% kept", panels=("graph",), curves=("method",),
        interval=("±",),
    )  # fmt: skip

    repeats: int = param(10, "Draws for each number", low=2, high=200)
    seed: int = param(0, "Seed of the noise", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """On average over graphs, one release takes at most a 180th of the other's seconds."""
        taken = rows.groupby("method")["seconds"].mean()
        return bool(PUBLISHED * taken[STABLE] <= taken[POWER])

    def _table(self, progress: Progress) -> Table:
        """Draw both on every graph."""
        methods: dict[str, Any] = {
            STABLE: StableEigenvector(change=CHANGE), POWER: NoisyPowerIteration()
        }  # fmt: skip
        rows = []
        for number, name in enumerate(GRAPHS):
            graph = load_graph(name)
            true = eigenvector(graph, debias=False)
            count = top_count(graph.n, 0.01)
            for place, epsilon in enumerate(EPSILONS):
                progress((number + place / len(EPSILONS)) / len(GRAPHS), f"{name}, ε = {epsilon:g}")
                for method, made in methods.items():
                    watch = Stopwatch()
                    drawn = [
                        watch.take(partial(made.release, graph, epsilon=epsilon, rng=rng))
                        for rng in (noise_stream(self.seed, i) for i in range(self.repeats))
                    ]
                    kept = [
                        0.0 if one.notes else top_kept(true, one.values, count) / count
                        for one in drawn
                    ]
                    passed = sum(not one.notes for one in drawn) / len(drawn)
                    cells = (
                        name, epsilon, method, passed if method == STABLE else math.nan,
                        *mean_with_interval(kept), watch.mean,
                    )  # fmt: skip
                    rows.append(cells)
        table = frame(COLUMNS, rows)
        return Table(table, COLUMNS, _notes(table))


def _notes(table: pd.DataFrame) -> tuple[str, ...]:
    taken = table.groupby("method")["seconds"].mean()
    kept = {
        method: ", ".join(
            f"{share:.2f} at ε = {epsilon:g}"
            for epsilon, share in found.groupby("epsilon")["top kept"].mean().items()
        )
        for method, found in table.groupby("method")
    }
    said = "met" if PUBLISHED * taken[STABLE] <= taken[POWER] else "not met"
    wide = table.pivot_table("top kept", "epsilon", "method")
    better = int((wide[POWER] > wide[STABLE]).sum())
    return (
        f"One release takes {taken[STABLE]:.2g} s of processor time after the test, most of it "
        f"for the gap, and {taken[POWER]:.2g} s by power iteration, which needs a few products "
        f"with the noisy vector. The printed factor is {said}, and it says "
        "nothing of accuracy.",
        f"Of the top hundredth {kept[STABLE]} are kept on average over the graphs after the test, "
        f"and {kept[POWER]} by power iteration, which keeps more at {better} of {len(wide)} ε: the "
        "test is usable from a total ε of about 5.",
        "The bound is tighter than the published one and proved here: one edge moves the vector by "
        "at most √2 c/(g − 1). Smooth sensitivity of this vector is bounded too; only the bound "
        "that was published of it is not.",
    )
