"""Vishwanath & Hehir on diagrams: edgeFlip against LaplaceFlip, convergence, block models."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.datasets import generate
from graphdp_core.experiment import draw, run_baseline, run_private
from graphdp_core.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.metrics.diagrams import bottleneck
from graphdp_core.metrics.shifted_diagrams import log_diagram, shift_invariant_bottleneck
from graphdp_core.params import param
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Reproduction, Table
from graphdp_core.results import Diagram

__all__ = ["ShapeBlocks", "ShapeConvergence", "ShapeFlips"]

Progress = Callable[[float, str], None]

POSTER = (
    "Vishwanath and Hehir, The Shape of Edge Differential Privacy (poster); in full "
    "arXiv:2504.17274, 2025"
)
INTERVAL = "mean ± half-width of the 95 % interval of the mean, over the repeats"


@dataclass(frozen=True)
class ShapeFlips(Reproduction):
    """Claim 2: edgeFlip keeps the loops of a lemniscate better than LaplaceFlip."""

    id = "shape-flips"
    title = "edgeFlip against LaplaceFlip on a lemniscate"
    claim = (
        "edgeFlip outperforms LaplaceFlip, another edge-DP mechanism: bottleneck distance of the "
        "loops of a lemniscate graph at epsilon = ln n."
    )
    source = POSTER

    repeats: int = param(10, "Graphs and draws per size", low=2, high=100)
    largest: int = param(1000, "Largest number of nodes", low=50, high=2000)
    seed: int = param(0, "Seed of graphs and noise", low=0, high=999)

    def run(self, *, progress: Progress | None = None) -> Table:
        """Compute the table."""
        analysis = Persistence(dimension=2)
        rows = []
        sizes = [n for n in (50, 100, 200, 500, 1000, 2000) if n <= self.largest]
        for n in _with_progress(sizes, progress):
            epsilon = math.log(n)
            # LaplaceFlip at this nominal epsilon has the exact epsilon ln n.
            matched = 2.0 * math.log((n + 1) / 2.0)
            found: dict[str, list[float]] = {}
            for repeat in range(self.repeats):
                graph = generate("rdpg", n=n, shape="lemniscate_kernel", seed=self.seed + repeat)
                base = _diagram(run_baseline(graph, analysis))
                for name, mechanism, spent in (
                    ("edgeFlip", EdgeFlip(), epsilon),
                    ("LaplaceFlip, same nominal ε", LaplaceFlip(), epsilon),
                    ("LaplaceFlip, same exact ε", LaplaceFlip(), matched),
                ):
                    rng = draw(self.seed, repeat)
                    release = mechanism.release(graph, epsilon=spent, rng=rng)
                    private = _diagram(run_private(release, analysis))
                    value = bottleneck(base.pairs[1], private.pairs[1]).distance
                    found.setdefault(name, []).append(value)
            rows.append({"n": n, "ε = ln n": round(epsilon, 3)} | _summary(found))
        return _table(
            rows,
            {
                "edgeFlip": f"bottleneck H1 in units of the embedding, {INTERVAL}",
                "LaplaceFlip, same nominal ε": "the published comparison",
                "LaplaceFlip, same exact ε": "LaplaceFlip at the nominal ε 2 ln((n + 1) / 2), "
                "whose exact ε is ln n: the same law as edgeFlip, and with common random numbers "
                "the same draw",
            },
            "Latent lemniscate with scatter 0.1, kernel exp(-d / 0.75) / 1.5, as in the authors' "
            "public code; debiased embedding in 2 dimensions, alpha complex (radii).",
            "The poster shows a figure without numbers. The difference at the same nominal ε is a "
            "theorem: 1 / (1 + e^ε) < e^(-ε/2) / 2. At the same exact ε there is none.",
        )


@dataclass(frozen=True)
class ShapeConvergence(Reproduction):
    """The shift-invariant distance between private and true diagrams falls as the graph grows."""

    id = "shape-convergence"
    title = "Convergence of private diagrams, up to size"
    claim = (
        "The private graph preserves the shape: the shift-invariant bottleneck distance between "
        "the diagrams of the embedding and of the private embedding vanishes as n grows."
    )
    source = POSTER

    epsilon: float = param(2.0, "Privacy loss", low=0.5, high=20.0)
    repeats: int = param(10, "Graphs and draws per size", low=2, high=100)
    largest: int = param(1600, "Largest number of nodes", low=100, high=3200)
    seed: int = param(0, "Seed of graphs and noise", low=0, high=999)

    def run(self, *, progress: Progress | None = None) -> Table:
        """Compute the table."""
        analysis = Persistence(dimension=3, correction="raw", complex="alpha", max_points=5000)
        rows = []
        sizes = [n for n in (100, 200, 400, 800, 1600, 3200) if n <= self.largest]
        for n in _with_progress(sizes, progress):
            found: dict[str, list[float]] = {}
            for repeat in range(self.repeats):
                graph = generate("rdpg", n=n, shape="circle", seed=self.seed + repeat)
                base = _diagram(run_baseline(graph, analysis))
                private = _released(graph, analysis, self.epsilon, self.seed, repeat)
                pair = [log_diagram(diagram.pairs[1]) for diagram in (base, private)]
                best = shift_invariant_bottleneck(pair[0], pair[1])
                for name, value in (
                    ("plain W", bottleneck(base.pairs[1], private.pairs[1]).distance),
                    ("log W", bottleneck(pair[0], pair[1]).distance),
                    ("shift-invariant W", best.distance),
                    ("best change of size", math.exp(best.shift)),
                ):
                    found.setdefault(name, []).append(value)
            rows.append({"n": n} | _summary(found))
        return _table(
            rows,
            {
                "plain W": f"bottleneck H1 in units of the embedding, {INTERVAL}",
                "log W": "bottleneck H1 of logarithms of births and deaths",
                "shift-invariant W": "the same after the best shift, exact to 1e-6",
                "best change of size": "exp of the best shift; theory: the root of 1 - 2 pi = "
                f"{math.sqrt(math.tanh(self.epsilon / 2)):.3f} for large n, less what noise adds",
            },
            "Latent circle off the origin; raw embedding in 3 dimensions, alpha complex (radii). "
            "The shift is taken on the log scale: an additive one cannot undo a scaling.",
            "The plain distance falls clearly, the shift-invariant one hardly (in 6 draws from "
            "0.19 ± 0.05 at n = 100 to 0.18 ± 0.03 at n = 800). A log scale weighs short bars of "
            "sampling noise like the loop, and their ratio of death to birth does not vanish as n "
            "grows (Bobrowski, Kahle & Skraba, Annals of Applied Probability, 2017): over all "
            "bars the limit 0 is not to be expected.",
        )


@dataclass(frozen=True)
class ShapeBlocks(Reproduction):
    """Bottleneck distances for a stochastic block model over sizes and epsilons."""

    id = "shape-sbm"
    title = "Block model with three blocks: bottleneck distance by n and epsilon"
    claim = (
        "The private diagrams approach the true ones as epsilon and n grow: mean bottleneck "
        "distance by kind of feature."
    )
    source = POSTER + "; setting of the authors' public simulations (dp-rdpg)"

    repeats: int = param(30, "Graphs and draws per cell", low=2, high=200)
    largest: int = param(400, "Largest number of nodes", low=50, high=1000)
    seed: int = param(0, "Seed of graphs and noise", low=0, high=999)

    def run(self, *, progress: Progress | None = None) -> Table:
        """Compute the table."""
        analysis = Persistence(dimension=3, complex="alpha", max_homology=2)
        cells: dict[tuple[int, float], dict[str, list[float]]] = {}
        sizes = [n for n in (50, 100, 200, 400, 1000) if n <= self.largest]
        jobs = [(n, repeat) for n in sizes for repeat in range(self.repeats)]
        for n, repeat in _with_progress(jobs, progress):
            graph = generate("sbm", n=n, blocks=3, within=0.5, between=0.1, seed=self.seed + repeat)
            base = _diagram(run_baseline(graph, analysis))
            for epsilon in (0.5, 1.0, 2.0, 4.0, 10.0):
                private = _released(graph, analysis, epsilon, self.seed, repeat)
                cell = cells.setdefault((n, epsilon), {})
                for k in range(3):
                    value = bottleneck(base.pairs[k], private.pairs[k]).distance
                    cell.setdefault(f"H{k}", []).append(value)
        rows = [{"n": n, "ε": e} | _summary(found) for (n, e), found in cells.items()]
        return _table(
            rows,
            {
                f"H{k}": f"bottleneck distance of {word} in units of the embedding (radii of the "
                f"alpha complex), {INTERVAL}"
                for k, word in enumerate(("components", "loops", "voids"))
            },
            "Three blocks of equal size, within 0.5, between 0.1; debiased embedding in 3 "
            "dimensions; edgeFlip. The publication shows figures without numbers.",
            "The fall is not monotone: in 8 draws the components (H0) of 400 nodes were farther "
            "at ε = 1 (0.149 ± 0.006) than at 0.5 (0.107 ± 0.009), and between ε = 1 and 4 the "
            "distance of components and loops hardly depends on n.",
        )


def _released(
    graph: Graph, analysis: Persistence, epsilon: float, seed: int, repeat: int
) -> Diagram:
    release = EdgeFlip().release(graph, epsilon=epsilon, rng=draw(seed, repeat))
    return _diagram(run_private(release, analysis))


def _diagram(result: Any) -> Diagram:
    if not isinstance(result, Diagram):
        raise ValueError(f"result must be a diagram, got a {result.kind}.")
    return result


def _summary(found: dict[str, list[float]]) -> dict[str, str]:
    """Mean and half-width of its 95 % interval, by name."""
    both = {name: mean_with_interval(values) for name, values in found.items()}
    return {name: f"{mean:.4f} ± {half:.4f}" for name, (mean, half) in both.items()}


def _table(rows: list[dict[str, Any]], columns: dict[str, str], *notes: str) -> Table:
    import pandas as pd

    frame = pd.DataFrame(rows)
    fixed = {"n": "nodes", "ε": "privacy loss of edgeFlip", "ε = ln n": "privacy loss"}
    known = {name: fixed[name] for name in frame.columns if name in fixed}
    return Table(frame, known | columns, notes)


def _with_progress(jobs: list[Any], progress: Progress | None) -> Iterator[Any]:
    for done, job in enumerate(jobs):
        if progress is not None:
            progress(done / len(jobs), f"setting {done + 1} of {len(jobs)}")
        yield job
