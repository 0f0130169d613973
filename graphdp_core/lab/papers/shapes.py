"""Vishwanath and Hehir on shapes: clusters, diagrams, convergence, and what the models are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.analyses.persistence import Persistence, without_narrowest
from graphdp_core.analyses.point_clouds import dtm_rips_pairs
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.arrays import Floats
from graphdp_core.data import GENERATORS, generate
from graphdp_core.data.generators.latent_points import RADIUS_RATIO
from graphdp_core.experiment.compare import ANALYSIS_SEED, noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.papers.study import Study, mean_of, mean_with_interval, plus_minus
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.metrics.diagrams import bottleneck, log_diagram, shift_invariant_bottleneck
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.spectra.rdpg_theory import private_positions

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]


@dataclass(frozen=True)
class Shapes(Study):
    """A study whose rows are means over graphs with noise of their own, as "mean ± half-width"."""

    digits: ClassVar[int] = 4  # of the texts
    seed: int = param(0, "Seed of graphs and noise", low=0, high=999)

    def draw(self, setting: Row, repeat: int) -> Mapping[str, float]:
        """The numbers of one graph and of its release, by column."""
        raise NotImplementedError

    def row(self, setting: Row, values: Mapping[str, list[float]]) -> Row:
        """The row of a setting, whose columns are its own and those of the numbers."""
        return setting | {name: plus_minus(of, self.digits) for name, of in values.items()}

    def measure(self, setting: Row, progress: Progress) -> Iterator[Row]:
        """One row."""
        values: dict[str, list[float]] = {}
        for repeat in self.repeated(progress):
            for name, value in self.draw(setting, repeat).items():
                values.setdefault(name, []).append(value)
        yield self.row(setting, values)

    def flipped(self, graph: Graph, epsilon: float, repeat: int) -> Graph:
        """A release of edgeFlip; one graph has the same noise at every epsilon."""
        rng = noise_stream(self.seed, repeat)
        return EdgeFlip().release(graph, epsilon=epsilon, rng=rng)

    def falls(self, rows: pd.DataFrame, name: str) -> bool:
        """Whether the mean falls from the smallest size to the largest, beyond both intervals."""
        cells = rows.sort_values("n")[name]
        (before, wide), (after, narrow) = map(_both, (cells.iloc[0], cells.iloc[-1]))
        return before - after > wide + narrow


def _both(cell: str) -> tuple[float, float]:
    """Mean and half-width of a text."""
    mean, half = cell.split(" ± ")
    return float(mean), float(half)


def embedded(graph: Graph, correction: str = "debiased", dimension: int = 3) -> Floats:
    """The points of the embedding, shape (n, d)."""
    analysis = SpectralEmbedding(dimension=dimension, correction=correction)
    return analysis.run(graph, rng=np.random.default_rng(ANALYSIS_SEED)).points


def weighted_bars(points: Floats, feature: int, most: int) -> Floats:
    """Logarithms of the bars of evenly spaced rows, the same for every embedding of n nodes.

    Rips, weighted by the distance to measure (mass .05), on `most` rows at most.
    """
    rows = np.linspace(0, len(points) - 1, min(len(points), most)).astype(np.int64)
    return log_diagram(dtm_rips_pairs(points[rows], max_homology=feature, mass=0.05)[feature])


def own_size(points: Floats) -> Floats:
    """The points, shape (n, d), centred and scaled to root mean square radius 1."""
    centred = points - points.mean(axis=0)
    return np.asarray(centred / np.sqrt(np.square(centred).sum(axis=1).mean()))


@dataclass(frozen=True)
class ShapeClusters(Shapes):
    """Claim 1: clusters move together as epsilon falls."""

    id = "shape-clusters"
    n: int = param(600, "Nodes of the block model", low=60, high=3000)
    repeats: int = param(10, "Graphs and repeats per epsilon", low=2, high=100)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Closer together at every epsilon, beyond the interval."""
        return bool((rows["measured"] + rows["±"] < 1.0).all())

    def grid(self) -> Iterator[Row]:
        """Epsilon."""
        yield from ({"ε": epsilon} for epsilon in (0.5, 1.0, 2.0, 4.0, 8.0))

    def draw(self, setting: Row, repeat: int) -> Mapping[str, float]:
        """The ratio of distances, private over true."""
        graph = generate(
            "sbm", n=self.n, blocks=3, within=0.5, between=0.1, seed=self.seed + repeat
        )
        release = self.flipped(graph, setting["ε"], repeat)
        one, other = (_spread(graph, embedded(g, "raw")) for g in (release, graph))
        return {"ratio": one / other}

    def row(self, setting: Row, values: Mapping[str, list[float]]) -> Row:
        """Beside the theory."""
        theory = math.sqrt(math.tanh(setting["ε"] / 2))
        mean, half = mean_with_interval(values["ratio"])
        numbers = {"theory": theory, "measured": mean, "±": half}
        return setting | {name: round(value, 4) for name, value in numbers.items()}


def _spread(graph: Graph, points: Floats) -> float:
    """Mean distance between the centroids of the classes; no rotation changes it."""
    labels = np.asarray(graph.labels)
    centres = np.array([points[labels == k].mean(axis=0) for k in np.unique(labels)])
    gaps = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    return float(gaps[np.triu_indices(len(centres), 1)].mean())


OURS, PLAIN = "ToMATo", "spectral clustering"
GRAPHS: dict[str, tuple[str, dict[str, Any], int]] = {
    "three blocks": ("sbm", {"blocks": 3, "within": 0.5, "between": 0.1}, 3),
    "two rings": ("rdpg", {"shape": "rings"}, 2),
    "interleaved arcs": ("rdpg", {"shape": "arcs"}, 2),
    "figure eight": ("rdpg", {"shape": "figure_eight"}, 2),
}
"""Name to generator, its parameters and the number of clusters."""


@dataclass(frozen=True)
class ShapeClustering(Shapes):
    """Claim 3: where topology-aware clustering helps, and where it does not."""

    id = "shape-clustering"
    digits = 2
    n: int = param(600, "Nodes of each graph", low=60, high=3000)
    repeats: int = param(10, "Graphs and repeats per cell", low=2, high=100)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """ToMATo is better somewhere, beyond both intervals, and worse nowhere."""
        signs = [sign for sign in map(_apart, rows[OURS], rows[PLAIN]) if sign]
        return bool(signs) and min(signs) > 0

    def grid(self) -> Iterator[Row]:
        """Graph and epsilon."""
        for name, epsilon in product(GRAPHS, (1.0, 2.0, 4.0, 8.0)):
            yield {"graph": name, "ε": epsilon}

    def draw(self, setting: Row, repeat: int) -> Mapping[str, float]:
        """The agreement of every method with the truth."""
        from sklearn.cluster import KMeans
        from sklearn.mixture import GaussianMixture

        generator, parameters, k = GRAPHS[setting["graph"]]
        graph = generate(generator, n=self.n, seed=self.seed + repeat, **parameters)
        release = self.flipped(graph, setting["ε"], repeat)
        points, stream = embedded(release), np.random.default_rng(ANALYSIS_SEED)
        labels = {
            OURS: ToMATo(clusters=k).cluster(points).labels,
            "k-means": KMeans(k, n_init=5, random_state=repeat).fit_predict(points),
            "Gaussian mixture": GaussianMixture(k, random_state=repeat).fit_predict(points),
            PLAIN: SpectralClustering(clusters=k).run(release, rng=stream).labels,
        }
        truth = np.asarray(graph.labels)
        return {m: Overlaps.of(truth, parts).adjusted_rand() for m, parts in labels.items()}


def _apart(one: str, other: str) -> int:
    """1 or -1 where two texts "mean ± half-width" lie apart, 0 where they overlap."""
    (a, x), (b, y) = _both(one), _both(other)
    return 0 if abs(a - b) <= x + y else (1 if a > b else -1)


EDGE = "edgeFlip"
NOMINAL, EXACT = "LaplaceFlip, same nominal ε", "LaplaceFlip, same exact ε"


@dataclass(frozen=True)
class ShapeFlips(Shapes):
    """Claim 2: edgeFlip keeps the loops of a lemniscate better than LaplaceFlip."""

    id = "shape-flips"
    repeats: int = param(10, "Graphs and repeats per size", low=2, high=100)
    largest: int = param(1000, "Largest number of nodes", low=50, high=2000)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """The smaller mean distance at every size, at the same nominal epsilon."""
        means = [rows[name].map(mean_of) for name in (EDGE, NOMINAL)]
        return bool((means[0] < means[1]).all())

    def grid(self) -> Iterator[Row]:
        """Sizes, each with the epsilon ln n."""
        for n in (50, 100, 200, 500, 1000, 2000):
            if n <= self.largest:
                yield {"n": n, "ε = ln n": round(math.log(n), 3)}

    def draw(self, setting: Row, repeat: int) -> Mapping[str, float]:
        """LaplaceFlip at this nominal epsilon, and at the one whose exact epsilon is ln n."""
        n = setting["n"]
        nominal, matched = math.log(n), 2.0 * math.log((n + 1) / 2.0)
        graph = generate("rdpg", n=n, shape="lemniscate_kernel", seed=self.seed + repeat)
        base, distances = _diagram(graph, 2), {}
        for name, made, epsilon in (
            (EDGE, EdgeFlip(), nominal), (NOMINAL, LaplaceFlip(), nominal),
            (EXACT, LaplaceFlip(), matched),
        ):  # fmt: skip
            release = made.release(graph, epsilon=epsilon, rng=noise_stream(self.seed, repeat))
            distances[name] = bottleneck(base[1], _diagram(release, 2)[1]).distance
        return distances


def _diagram(graph: Graph, dimension: int, **given: Any) -> tuple[Floats, ...]:
    analysis = Persistence(dimension=dimension, **given)
    return tuple(analysis.run(graph, rng=np.random.default_rng(ANALYSIS_SEED)).pairs)


@lru_cache(maxsize=64)
def _blocks(n: int, seed: int) -> tuple[Graph, tuple[Floats, ...]]:
    """A block model and its diagrams."""
    graph = generate("sbm", n=n, blocks=3, within=0.5, between=0.1, seed=seed)
    return graph, _diagram(graph, 3, complex="alpha", max_homology=2)


@dataclass(frozen=True)
class ShapeBlocks(Shapes):
    """Bottleneck distances for a stochastic block model over sizes and epsilons."""

    id = "shape-sbm"
    repeats: int = param(30, "Graphs and repeats per cell", low=2, high=200)
    largest: int = param(400, "Largest number of nodes", low=50, high=1000)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Every distance falls from the least epsilon to the largest at the largest n."""
        last = rows[rows["n"] == rows["n"].max()].sort_values("ε")
        columns = [last[name].map(mean_of).tolist() for name in self.chart.y]
        return all(means[-1] < means[0] for means in columns)

    def grid(self) -> Iterator[Row]:
        """Size and epsilon."""
        for n, epsilon in product((50, 100, 200, 400, 1000), (0.5, 1.0, 2.0, 4.0, 10.0)):
            if n <= self.largest:
                yield {"n": n, "ε": epsilon}

    def draw(self, setting: Row, repeat: int) -> Mapping[str, float]:
        """The distance by kind of feature."""
        graph, base = _blocks(setting["n"], self.seed + repeat)
        release = self.flipped(graph, setting["ε"], repeat)
        private = _diagram(release, 3, complex="alpha", max_homology=2)
        return {f"H{k}": bottleneck(base[k], private[k]).distance for k in range(3)}


RIPS_NODES = {1: 300, 2: 200}  # of every graph at most, by the kind of feature: cubes of them


@dataclass(frozen=True)
class ShapeConvergence(Shapes):
    """The private diagram approaches the true one as the graph grows: by six readings.

    Which one is meant decides. On a log scale a bar counts by its ratio of death to birth, and
    the births of loops, like all bars of sampling noise, shrink with the noise itself: ratios of
    noise do not vanish. Where births stay away from 0 (distance to measure), the logarithm is
    Lipschitz and the distance falls with the error of the embedding, as it does without logarithm
    once both shapes have one size.
    """

    id = "shape-convergence"
    epsilon: float = param(2.0, "Privacy loss", low=0.5, high=20.0)
    shape: str = param("circle", "Latent shape", choices=("circle", "figure_eight"))
    repeats: int = param(10, "Graphs and repeats per size", low=2, high=100)
    largest: int = param(1600, "Largest number of nodes", low=100, high=3200)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """The reading up to size whose births stay away from 0 falls at every doubling but one."""
        means = rows.sort_values("n")["W, log shift, DTM"].map(mean_of).tolist()
        falls = [after < before for before, after in pairwise(means)]
        return sum(falls) >= len(falls) - 1 and means[-1] < means[0]

    def grid(self) -> Iterator[Row]:
        """Sizes."""
        yield from ({"n": n} for n in (100, 200, 400, 800, 1600, 3200) if n <= self.largest)

    def draw(self, setting: Row, repeat: int) -> Mapping[str, float]:
        """All readings for one graph and one release of it."""
        graph = generate("rdpg", n=setting["n"], shape=self.shape, seed=self.seed + repeat)
        release = self.flipped(graph, self.epsilon, repeat)
        true, raw = embedded(graph, "raw"), embedded(release, "raw")
        left, right = _loops(true), _loops(raw)
        best = shift_invariant_bottleneck(
            *(weighted_bars(x, 1, RIPS_NODES[1]) for x in (true, raw))
        )
        logs = shift_invariant_bottleneck(log_diagram(left), log_diagram(right))
        return {
            "plain W": bottleneck(left, right).distance,
            "W, additive shift": shift_invariant_bottleneck(left, right).distance,
            "W, log shift": logs.distance,
            "W, log shift, DTM": best.distance,
            "W, own size": bottleneck(*(_loops(own_size(x)) for x in (true, raw))).distance,
            "W, adjusted": bottleneck(left, _loops(embedded(release, "adjusted"))).distance,
            "best size": math.exp(best.shift),
        }


def _loops(points: Floats, feature: int = 1) -> Floats:
    analysis = Persistence(complex="alpha", max_points=5000, max_homology=feature)
    return analysis.diagram(points).pairs[feature]


ADJUSTED, OWN, LOGARITHMS, WHOLE = "adjusted", "own size", "log shift, DTM", "to the whole shape"
DENSITY = 0.5
POINT, ATOM, THIN = "one point", "circle and its centre", "circle, empty at two places"


@dataclass(frozen=True)
class Law:
    """Where the latent positions lie, and what of the shape is watched.

    `shape` is that of the random dot product graph, "" for all nodes in one point; `bars` say where
    the features of the whole shape die, in the unit ball, born at 0; `feature` is 1 for loops, 2
    for voids; a solid shape has three dimensions.
    """

    shape: str
    bars: tuple[float, ...]
    feature: int = 1
    is_solid: bool = False

    def points(self, graph: Graph, correction: str) -> Floats:
        """A solid shape has one direction more, for the density: the narrowest."""
        points = embedded(graph, correction, 4 if self.is_solid else 3)
        return without_narrowest(points) if self.is_solid else points

    def diagram(self, points: Floats) -> Floats:
        """Of the feature that is watched."""
        return _loops(points, self.feature)


LAWS = {
    "circle": Law("circle", (1.0,)),
    "figure eight": Law("figure_eight", (0.5, 0.5)),
    "two rings": Law("rings", (RADIUS_RATIO, (1.0 - RADIUS_RATIO) / 2)),
    "sphere (voids)": Law("sphere", (1.0,), feature=2, is_solid=True),
    "torus": Law("torus", (1.0 / 3.0, 1.0 / 3.0), is_solid=True),
    THIN: Law("thin_circle", (1.0,)),
    ATOM: Law("circle_and_centre", (0.5,)),
    POINT: Law("", ()),
}


@dataclass(frozen=True)
class ShapeControls(Shapes):
    """The distance of the diagrams on eight laws of positions, three of them controls.

    Up to size: both embeddings are brought to one size, or both diagrams are taken on the scale
    of logarithms. If all nodes lie in one point, the embedding has no size but that of its noise.
    If half of them do, births there are those of noise, whose ratios do not vanish. If the
    density is 0 somewhere on a loop, both graphs still show the same points, but the loop itself
    closes slowly.
    """

    id = "shape-controls"
    epsilon: float = param(4.0, "Privacy loss", low=0.5, high=20.0)
    repeats: int = param(5, "Graphs and repeats per cell", low=2, high=100)
    largest: int = param(3200, "Largest number of nodes", low=200, high=3200)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Own size falls beyond both intervals on all but one point; logarithms not on an atom."""
        part = {law: rows[rows["positions"] == law] for law in LAWS}
        own = all(self.falls(part[law], OWN) is (law != POINT) for law in LAWS)
        return own and not self.falls(part[ATOM], LOGARITHMS)

    def grid(self) -> Iterator[Row]:
        """Law and size."""
        for law, n in product(LAWS, (200, 400, 800, 1600, 3200)):
            if n <= self.largest:
                yield {"n": n, "positions": law}

    def draw(self, setting: Row, repeat: int) -> Mapping[str, float]:
        """All readings for one graph and one release of it."""
        law, n, seed = LAWS[setting["positions"]], setting["n"], self.seed + repeat
        graph = (
            generate("rdpg", n=n, shape=law.shape, density=DENSITY, seed=seed)
            if law.shape
            else generate("erdos_renyi", n=n, p=DENSITY, seed=seed)
        )
        release = self.flipped(graph, self.epsilon, repeat)
        true, raw = law.points(graph, "raw"), law.points(release, "raw")
        adjusted = law.diagram(law.points(release, "adjusted"))
        size = DENSITY**0.5  # of the shape in the generator, at this density
        whole = size * np.array([(0.0, death) for death in law.bars]).reshape(-1, 2)
        logs = (weighted_bars(x, law.feature, RIPS_NODES[law.feature]) for x in (true, raw))
        return {
            ADJUSTED: bottleneck(law.diagram(true), adjusted).distance,
            OWN: bottleneck(*(law.diagram(own_size(x)) for x in (true, raw))).distance,
            LOGARITHMS: shift_invariant_bottleneck(*logs).distance,
            WHOLE: bottleneck(adjusted, whole).distance,
        }


COMMON = ("Erdős–Rényi", "Stochastic block model", "Mixed membership block model")
BANDS = 10  # of pairs of like probability
FEWEST = 5.0  # edges, in variance, in a band that counts
TRUE, RELEASED = "true graph", "released"


@dataclass(frozen=True)
class ShapeModels(Study):
    """Every generator: its signature, and its edges against the inner products, flipped or not."""

    id = "shape-models"
    epsilon: float = param(2.0, "Privacy loss", low=0.1, high=20.0)
    repeats: int = param(20, "Graphs of each model", low=2, high=200)
    seed: int = param(0, "Seed of graphs and noise", low=0, high=999)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """The common ones are such graphs, and each edge lies as near its chance as flips leave it.

        The deviation 1 is within three half-widths of all, flipped too, and flips add at most one
        positive dimension.
        """
        known = rows.dropna(subset="p")
        adds = (known["p released"] <= known["p"] + 1) & (known["q released"] == known["q"])
        near = [
            ((known[name] - 1.0).abs() <= 3.0 * known[f"{name} ±"]).all()
            for name in (TRUE, RELEASED)
        ]
        return set(COMMON) <= set(known["model"]) and all(near) and bool(adds.all())

    def grid(self) -> Iterator[Any]:
        """The generators, with their usual parameters."""
        yield from (kind() for kind in GENERATORS)

    def measure(self, setting: Any, progress: Progress) -> Iterator[Row]:
        """The signature, and how far edges are from their probabilities."""
        signature = setting.signature
        row: Row = {"model": setting.title, "why not": setting.no_dot_products}
        if signature is None:
            yield row
            return
        off: dict[str, list[float]] = {TRUE: [], RELEASED: []}
        signatures = set()
        for repeat in range(self.repeats):
            seed = self.seed + repeat
            latent = setting.dot_products(rng=np.random.default_rng(seed))
            if latent is None:
                continue
            graph = setting.generate(rng=np.random.default_rng(seed))
            rng = noise_stream(self.seed, repeat)
            release = EdgeFlip().release(graph, epsilon=self.epsilon, rng=rng)
            off[TRUE].append(_deviation(graph, latent.probabilities()))
            assert release.noise is not None
            image = private_positions(latent.points, release.noise)
            # The new coordinate stands last and counts positively.
            signs = np.repeat((1.0, -1.0, 1.0), (*latent.signature, 1))
            matrix = (image * signs) @ image.T
            off[RELEASED].append(_deviation(release, matrix))
            values = np.linalg.eigvalsh(matrix)
            clear = 1e-9 * float(np.abs(values).max())
            signatures.add((int((values > clear).sum()), int((values < -clear).sum())))
        p, q = min(signatures)
        row |= {"p": signature[0], "q": signature[1], "p released": p, "q released": q}
        for name, deviations in off.items():
            row[name], row[f"{name} ±"] = mean_with_interval(deviations)
        yield row


def _deviation(graph: Graph, probabilities: Floats) -> float:
    """Mean over bands of (edges - expected)^2 / variance."""
    u, v = np.triu_indices(graph.n, 1)
    p, present = probabilities[u, v], graph.adjacency().toarray()[u, v]
    squares = []
    for band in np.array_split(np.argsort(p, kind="stable"), BANDS):
        variance = float(np.sum(p[band] * (1.0 - p[band])))
        if variance > FEWEST:
            squares.append(float(np.sum(present[band] - p[band])) ** 2 / variance)
    return float(np.mean(squares))
