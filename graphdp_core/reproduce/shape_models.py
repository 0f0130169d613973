"""Vishwanath & Hehir, box 1A: which models are random dot product graphs, and what flips make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.datasets import GENERATORS, Generator
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Chart, Reproduction, Table, frame
from graphdp_core.reproduce.shape_tables import POSTER
from graphdp_core.spectra.rdpg_theory import private_positions

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ShapeModels"]

COMMON = ("Erdős–Rényi", "Stochastic block model", "Mixed membership block model")
BANDS = 10  # of pairs of like probability
FEWEST = 5.0  # edges, in variance, in a band that counts
TRUE, RELEASED = "true graph", "released"
COLUMNS = {
    "model": "generator of this program, with its usual parameters",
    "p": "latent coordinates that count positively; none if edges are no such inner products",
    "q": "those that count negatively",
    "p released": "the same of the released graph: one more, for the constant of the flips, unless "
    "a constant is among them already",
    "q released": "as before the flips",
    TRUE: "squared deviation of the edges in bands of like probability from the inner products "
    "of the latent positions, over its variance: 1 on average, if they are the probabilities",
    f"{TRUE} ±": "half its 95% interval",
    RELEASED: "the same of the released graph and the images ξ(x) of the positions",
    f"{RELEASED} ±": "half its 95% interval",
    "why not": "where there are no latent positions of few dimensions",
}


@dataclass(frozen=True)
class ShapeModels(Reproduction):
    """Every generator: its signature, and its edges against the inner products, flipped or not."""

    id = "shape-models"
    title = "Which models are random dot product graphs"
    claim = (
        "Random dot product graphs are a large class of commonly used models, and edgeFlip makes "
        "another one of them, whose latent positions are √(1 - 2π) x ⊕ √π."
    )
    source = POSTER
    chart = Chart(
        "model", (TRUE, RELEASED), "squared deviation over its variance",
        interval=(f"{TRUE} ±", f"{RELEASED} ±"),
    )  # fmt: skip

    epsilon: float = param(2.0, "Privacy loss", low=0.1, high=20.0)
    repeats: int = param(20, "Graphs of each model", low=2, high=200)
    seed: int = param(0, "Seed of graphs and noise", low=0, high=999)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """The common ones are such graphs; 1 is within three half-widths of all, flipped too."""
        known = rows.dropna(subset="p")
        near = [
            ((known[name] - 1.0).abs() <= 3.0 * known[f"{name} ±"]).all()
            for name in (TRUE, RELEASED)
        ]
        return set(COMMON) <= set(known["model"]) and all(near)

    def _table(self, progress: Progress) -> Table:
        rows: list[dict[str, Any]] = []
        for done, kind in enumerate(GENERATORS):
            progress(done / len(GENERATORS), kind.title)
            rows.append(self._row(kind()))
        table = frame(COLUMNS, rows)
        return Table(table, COLUMNS, tuple(_notes(rows, self.epsilon)))

    def _row(self, model: Generator) -> dict[str, Any]:
        signature = model.signature
        row: dict[str, Any] = {"model": model.title, "why not": model.no_dot_products}
        if signature is None:
            return row
        row |= {"p": signature[0], "q": signature[1]}
        found: dict[str, list[float]] = {TRUE: [], RELEASED: []}
        signatures = set()
        for repeat in range(self.repeats):
            seed = self.seed + repeat
            latent = model.dot_products(rng=np.random.default_rng(seed))
            if latent is None:
                continue
            graph = model.generate(rng=np.random.default_rng(seed))
            release = EdgeFlip().release(
                graph, epsilon=self.epsilon, rng=noise_stream(self.seed, repeat)
            )
            found[TRUE].append(_deviation(graph, latent.probabilities()))
            p, q = latent.signature
            image = private_positions(latent.points, _noise(release))
            # The new coordinate stands last and counts positively.
            signs = np.repeat((1.0, -1.0, 1.0), (p, q, 1))
            matrix = (image * signs) @ image.T
            found[RELEASED].append(_deviation(release, matrix))
            signatures.add(_signature(matrix))
        least = min(signatures)
        row |= {"p released": least[0], "q released": least[1]}
        for name, values in found.items():
            row[name], row[f"{name} ±"] = mean_with_interval(values)
        return row


def _noise(release: Graph) -> EdgeNoise:
    if release.noise is None:
        raise ValueError("a release of edgeFlip must carry its noise.")
    return release.noise


def _deviation(graph: Graph, probabilities: Floats) -> float:
    """Mean over bands of (edges - expected)^2 / variance."""
    u, v = np.triu_indices(graph.n, 1)
    p, present = probabilities[u, v], graph.adjacency().toarray()[u, v]
    found = []
    for band in np.array_split(np.argsort(p, kind="stable"), BANDS):
        variance = float(np.sum(p[band] * (1.0 - p[band])))
        if variance > FEWEST:
            found.append(float(np.sum(present[band] - p[band])) ** 2 / variance)
    return float(np.mean(found))


def _signature(matrix: Floats) -> tuple[int, int]:
    values = np.linalg.eigvalsh(matrix)
    clear = 1e-9 * float(np.abs(values).max())
    return int((values > clear).sum()), int((values < -clear).sum())


def _notes(rows: list[dict[str, Any]], epsilon: float) -> Iterator[str]:
    known = [row for row in rows if "p" in row]
    yield (
        f"{len(known)} of {len(rows)} generators are such graphs with their usual parameters: "
        f"{', '.join(row['model'] for row in known)}."
    )
    same = all(row["p released"] <= row["p"] + 1 and row["q released"] == row["q"] for row in known)
    yield (
        f"edgeFlip at ε = {epsilon:g} adds at most one positive dimension and no negative one: "
        f"{'so it is for all of them' if same else 'not so for all of them'}. Where a constant "
        "direction is there already, as with blocks of equal size, it adds none."
    )
    yield (
        "Blocks that avoid their own count negatively: a block model with fewer edges inside than "
        "across has the signature (1, blocks - 1). The negative coordinates of the random dot "
        "product graph are a parameter."
    )
