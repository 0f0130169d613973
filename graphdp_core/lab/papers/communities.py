"""Nguyen, Imine and Rusinowitch on communities: Table II, both algorithms, and all rivals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.data import load_graph
from graphdp_core.data.registry import data_folder
from graphdp_core.experiment.compare import compatible, noise_stream, run_private
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import GraphFileError
from graphdp_core.intake.loading import load_file
from graphdp_core.lab.papers.study import Stopwatch, Study, largest_component, mean_with_interval
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.mod_divisive import SENSITIVITY, ModDivisive, best_cut, grow
from graphdp_core.metrics.partitions import Overlaps, modularity
from graphdp_core.params import param
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.progress import Progress
from graphdp_core.results import Partition

if TYPE_CHECKING:
    import pandas as pd

CLOSE, NEAR = 0.02, 0.05  # of modularity: to the table, and to remarks in a program
GROUP_SIZES = (2, 4, 8, 16, 32, 64)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5)  # of ln n
TREES = ((2, 10), (3, 7), (4, 5), (5, 4), (6, 4), (10, 3))  # (k, maxL) of the author's program
MIDDLE = ModDivisive(k=4, max_level=5, ratio=2.0, burn_in=50, smallest=41)
VARIED = {
    "levels": [replace(MIDDLE, k=k, max_level=levels) for k, levels in TREES],
    "ratio": [replace(MIDDLE, ratio=ratio) for ratio in (1.0, 1.5, 2.0, 3.0)],
    "steps": [replace(MIDDLE, burn_in=steps) for steps in (5, 20, 50, 100)],
}
REMARKS = ((5.0, 0.113), (10.0, 0.270), (20.0, 0.324))  # as20graph, k = 3, maxL = 4, no noise
CLUSTERS = 16  # of spectral clustering; its own choice looks at one gap only
EARLIER = ("2K series as published", DKSeries(series="2k_as_published"))
"""As it was published, beside what is proved of the same name."""

LEFT_OUT = ("laplace_flip",)  # edgeFlip at a smaller epsilon
Setting = tuple[Any, ...]


@dataclass(frozen=True)
class CommunitiesTable2(Study):
    """Nodes, edges, communities and modularity of the five test graphs."""

    id = "communities-table-2"
    published: ClassVar[dict[str, list[float]]]
    files: ClassVar[dict[str, str]]

    repeats: int = param(5, "Node orders of the Louvain method, one run each", low=1, high=100)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """The modularity of every graph at hand to 0.02."""
        gap = (rows["modularity"] - rows["modularity published"]).abs().dropna()
        return bool(len(gap)) and bool((gap <= CLOSE).all())

    def grid(self) -> Iterator[str]:
        """The graphs."""
        yield from self.published

    def measure(self, setting: str, progress: Progress) -> Iterator[dict[str, Any]]:
        """Run Louvain, if the graph is at hand."""
        names = ("nodes", "edges", "communities", "modularity")
        printed = zip(names, self.published[setting], strict=True)
        row = {"graph": setting, **{f"{name} published": value for name, value in printed}}
        try:
            graph = paper_graph(setting)
        except GraphFileError:
            yield row
            return
        watch, made = Stopwatch(), Louvain(runs=1)
        parts = [
            watch.take(partial(made.run, graph, rng=np.random.default_rng(i)))
            for i in range(self.repeats)
        ]
        mean, half = mean_with_interval([modularity(graph, part.labels) for part in parts])
        yield row | {
            "nodes": graph.n, "edges": graph.m, "modularity": mean, "±": half,
            "communities": float(np.mean([part.k for part in parts])), "seconds": watch.mean,
        }  # fmt: skip


@dataclass(frozen=True)
class OnOneGraph(Study):
    """What is measured on one of the graphs, beside Louvain without privacy."""

    graph: str = param(
        "as20graph", "Test graph of the paper", choices=tuple(CommunitiesTable2.published)
    )
    repeats: int = param(5, "Repeats of each setting", low=1, high=100)

    @cached_property
    def of_paper(self) -> Graph:
        """The test graph."""
        return paper_graph(self.graph)

    @cached_property
    def baseline(self) -> Partition:
        """The communities without privacy."""
        return Louvain(runs=1).run(self.of_paper, rng=np.random.default_rng(0))

    def epsilon(self, share: float) -> float:
        """On the paper's scale."""
        return share * math.log(self.of_paper.n)

    def about(self) -> Iterator[str]:
        """Modularity and number of the communities without privacy."""
        quality = modularity(self.of_paper, self.baseline.labels)
        yield f"Without privacy: modularity {quality:.3f}, {self.baseline.k:,} communities."

    def row(self, about: dict[str, Any], run: Callable[[int], Partition]) -> dict[str, Any]:
        """How good all repeats of a run are, which gets their numbers, and its seconds."""
        watch = Stopwatch()
        parts = [watch.take(partial(run, repeat)) for repeat in range(self.repeats)]
        return {**about, **self.quality(parts), "seconds": watch.mean}

    def quality(self, found: Sequence[Partition]) -> dict[str, float]:
        """How good all repeats are, and how near to the communities without privacy."""
        overlaps = [Overlaps.of(self.baseline.labels, one.labels) for one in found]
        mean, half = mean_with_interval([modularity(self.of_paper, one.labels) for one in found])
        return {
            "modularity": mean, "±": half,
            "F1": float(np.mean([both.average_f1() for both in overlaps])),
            "ARI": float(np.mean([both.adjusted_rand() for both in overlaps])),
            "communities": float(np.mean([one.k for one in found])),
        }  # fmt: skip


@dataclass(frozen=True)
class CommunitiesLouvainDP(OnOneGraph):
    """Quality of LouvainDP for every group size k and epsilon = (0.1, ..., 0.5) ln n."""

    id = "communities-louvaindp"
    variant: str = param(
        "both", "Which variant of the algorithm", choices=("both", "exact", "as_published"),
        formerly="form",
    )  # fmt: skip

    def is_met(self, rows: pd.DataFrame) -> bool:
        """The best group size falls from the least epsilon to the largest, in every variant."""
        sizes = [_best(part)["k"].tolist() for _, part in rows.groupby("variant")]
        return all(one[-1] < one[0] for one in sizes)

    def grid(self) -> Iterator[Setting]:
        """Group size, epsilon and variant."""
        variants = ("exact", "as_published") if self.variant == "both" else (self.variant,)
        yield from ((k, share, v) for k in GROUP_SIZES for share in SHARES for v in variants)

    def measure(self, setting: Setting, progress: Progress) -> Iterator[dict[str, Any]]:
        """Draw some partitions."""
        k, share, variant = setting
        epsilon, made = self.epsilon(share), LouvainDP(k=k, variant=variant)
        yield self.row(
            {"k": k, "ε / ln n": share, "ε": epsilon, "variant": variant},
            lambda repeat: made.release(
                self.of_paper, epsilon=epsilon, rng=noise_stream(0, repeat)
            ),
        )


@dataclass(frozen=True)
class CommunitiesModDivisive(OnOneGraph):
    """Quality of ModDivisive at epsilon = (0.1, ..., 0.5) ln n, one setting varied at a time."""

    id = "communities-moddivisive"
    vary: str = param("all", "Which setting to vary", choices=("all", *VARIED, "remarks"))
    repeats: int = param(3, "Repeats of each setting", low=1, high=100)
    cut_budget: float = param(
        0.01, "Budget of the cut per level (eps_m), as in the program", low=0.001, high=0.05
    )
    delta_q: float = param(
        3.0, "Sensitivity of mQ in the exponents: 3 in the program; 2 is enough and finds more.",
        low=2.0, high=8.0,
    )  # fmt: skip

    def is_met(self, rows: pd.DataFrame) -> bool:
        """The printed modularities to 0.05, with the noise of the algorithm."""
        gap = (rows["Q noisy cut"] - rows["Q published"]).abs().dropna()
        return bool(len(gap)) and bool((gap <= NEAR).all())

    def grid(self) -> Iterator[Setting]:
        """What is varied, the mechanism, epsilon, the published modularity or nan."""
        for name, mechanisms in VARIED.items():
            if self.vary in ("all", name):
                for made in mechanisms:
                    yield from ((name, made, self.epsilon(share), math.nan) for share in SHARES)
        if self.vary in ("all", "remarks") and self.graph == "as20graph":
            made = replace(MIDDLE, k=3, max_level=4)
            yield from (("remarks", made, *remark) for remark in REMARKS)

    def measure(self, setting: Setting, progress: Progress) -> Iterator[dict[str, Any]]:
        """Grow some trees, and cut each with noise and without."""
        varied, made, epsilon, published = setting
        exact = replace(made, cut_share=made.max_level * self.cut_budget / epsilon)
        budgets = [b * SENSITIVITY / self.delta_q for b in exact.level_budgets(epsilon)]
        cuts: dict[str, list[Partition]] = {"noisy": [], "noise-free": []}
        watch = Stopwatch()
        for repeat in self.repeated(progress):
            rng = noise_stream(0, repeat)
            key = int(rng.integers(2**63))
            tree = watch.take(
                partial(
                    grow, self.of_paper, budgets=budgets, k=exact.k, burn_in=exact.burn_in,
                    smallest=exact.smallest, key=key,
                )
            )  # fmt: skip
            noise = rng.laplace(size=len(tree.score)) * self.delta_q / self.cut_budget
            noise[0] = 0.0
            for cut, score in (("noisy", tree.score + noise), ("noise-free", tree.score)):
                cuts[cut].append(Partition.from_labels(best_cut(tree, score)))
        row = {
            "varied": varied, "λ": made.ratio, "k": made.k, "maxL": made.max_level,
            "K": made.burn_in, "ε / ln n": epsilon / math.log(self.of_paper.n), "ε": epsilon,
            "Q published": published, "seconds": watch.mean,
        }  # fmt: skip
        for cut, parts in cuts.items():
            of = self.quality(parts)
            row |= {f"Q {cut} cut": of["modularity"], f"± {cut}": of["±"]}
            row |= {f"{name} {cut} cut": of[name] for name in ("F1", "communities")}
        yield row


@dataclass(frozen=True)
class CommunitiesComparison(OnOneGraph):
    """Modularity, F1 and number of communities against epsilon, one line for each mechanism.

    Every mechanism for one edge whose release Louvain can read, or which releases a partition,
    takes part with its default settings. edgeFlip is also read by spectral clustering of the
    debiased matrix. Two earlier methods stand beside these as they were published, of which the
    one is private in a limit alone and the other not.
    """

    id = "communities-comparison"
    repeats: int = param(2, "Repeats of each setting", low=1, high=100)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """One of the two new methods has the largest modularity at every epsilon."""
        new = [LouvainDP.title, ModDivisive.title]
        return bool(_best(rows)["mechanism"].isin(new).all())

    def grid(self) -> Iterator[Setting]:
        """Name, mechanism, what reads its release, and epsilon, where it is not refused."""
        for name, made, method in _competitors():
            for share in SHARES:
                if not made.refusal(self.of_paper, self.epsilon(share)):
                    yield name, made, method, share

    def measure(self, setting: Setting, progress: Progress) -> Iterator[dict[str, Any]]:
        """Draw and read some releases."""
        name, made, method, share = setting
        epsilon = self.epsilon(share)

        def drawn(repeat: int) -> Any:
            release = made.release(self.of_paper, epsilon=epsilon, rng=noise_stream(0, repeat))
            return run_private(release, method)

        about = {
            "mechanism": name, "method": "" if made.returns is Partition else method.title,
            "status": made.guarantee(epsilon).status.value, "ε / ln n": share, "ε": epsilon,
        }  # fmt: skip
        yield self.row(about, drawn)

    def about(self) -> Iterator[str]:
        """The communities without privacy, and what was refused."""
        yield from super().about()
        for name, made, _ in _competitors():
            if why := made.refusal(self.of_paper, self.epsilon(SHARES[-1])):
                yield f"Left out where refused: {name}: {why}"


def paper_graph(name: str) -> Graph:
    """A test graph of the paper by the paper's name for it."""
    if name == "as20graph":
        return load_graph("as20graph")
    if name == "ca-AstroPh":
        return largest_component(load_graph("ca-astroph"))
    if name == "dblp":
        return load_graph("com-dblp")
    folder, file = data_folder(), Path(CommunitiesTable2.files[name])
    for place in (file, Path(file.name), Path(f"{file}.gz"), Path(f"{file.name}.gz")):
        if folder is not None and (folder / place).is_file():
            return load_file(folder / place).graph
    raise GraphFileError(f"{file}: the file is not available; put it in GRAPHDP_DATA_DIR.")


def _competitors() -> Iterator[tuple[str, Mechanism, Analysis]]:
    louvain = Louvain(runs=1)
    for kind in MECHANISMS:
        is_alike = compatible(kind, Louvain) and kind.relation is NeighbouringRelation.EDGE
        if is_alike and kind.id not in LEFT_OUT:
            yield ("1K series" if kind is DKSeries else kind.title), kind(), louvain
    yield EdgeFlip.title, EdgeFlip(), SpectralClustering(clusters=CLUSTERS)
    yield *EARLIER, louvain


def _best(rows: pd.DataFrame) -> pd.DataFrame:
    """The row with the largest modularity at every epsilon."""
    return rows.loc[rows.groupby("ε / ln n")["modularity"].idxmax()]
