"""What all community analyses share: the comparison of two partitions and its finding."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis, rating
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.partitions import Overlaps, modularity, share_in_singletons_and_pairs
from graphdp_core.params import param
from graphdp_core.results import Partition
from graphdp_core.spectra.eigenpairs import MATRICES
from graphdp_core.vocabulary import COMMUNITIES

SEEN = 0.01  # of the root mean square length: well above the error of the eigenvectors
APART = 0.1  # an ARI below which two partitions have little in common
KEPT = 0.3  # share of the modularity that is worth a word even then
DEGENERATE = (
    "The partition is degenerate: more than half of the nodes are alone or in pairs. Mutual "
    "information (NMI) is then large whatever the communities are worth; read ARI and AMI."
)


THE_SAME = "The same for the communities found without privacy."


def of_both(
    id: str, label: str, help: str, same: str = THE_SAME, **more: Any
) -> tuple[Metric, Metric]:
    """One metric of the private communities, and the same of those found without privacy."""
    return (
        Metric(f"{id}_private", f"{label}, private", help, **more),
        Metric(f"{id}_baseline", f"{label}, without privacy", same, **more | {"better": "neither"}),
    )


def matrix_param(done: str, more: str = "") -> Any:
    """Which matrix an embedding is made from."""
    return param(
        "adjacency",
        f"Which matrix is {done}: the adjacency matrix, or the one divided by degrees{more}.",
        choices={matrix: matrix.capitalize() for matrix in MATRICES},
    )


def normalise_param() -> Any:
    """Whether points of an embedding are scaled to length 1."""
    said = "Scale every point to length 1, so that a node's degree does not decide its cluster."
    return param(True, said, label="Look past degrees")


def debias_param(more: str = "") -> Any:
    """Whether a released graph is corrected for its public noise."""
    said = f"Correct a released graph for the noise, whose distribution is public{more}."
    return param(True, said, label="Correct for the noise")


@dataclass(frozen=True)
class Partitioning(Analysis[Partition]):
    """An analysis that splits the nodes in communities; a subclass says how, in `_run`."""

    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "ari",
            "Agreement (ARI)",
            "Adjusted Rand index: do pairs of nodes that share a community still share one? "
            "1 all of them, 0 no more than by chance.",
            high=1.0,
        ),
        Metric(
            "ami",
            "Shared information (AMI)",
            "Adjusted mutual information (arithmetic mean): 1 for equal partitions, 0 for what "
            "chance gives.",
            high=1.0,
        ),
        rating(
            "nmi",
            "NMI, not adjusted",
            "Mutual information over the mean of the two entropies, 0 to 1. Many tiny communities "
            "score high without any likeness: never read it without AMI or ARI.",
        ),
        rating(
            "f1",
            "Average F1",
            "How well each community is matched by its best partner (F1), every community "
            "counting alike, averaged over both directions; 0 to 1.",
        ),
        *of_both(
            "modularity",
            "Modularity",
            "Share of the true graph's edges inside the private communities, above chance; "
            "-0.5 to 1. Edges count by weight where the graph has weights.",
            low=-0.5,
            high=1.0,
        ),
        *of_both(
            "communities",
            "Communities",
            "Number of communities found in the release.",
            "Number of communities found in the true graph.",
            better="neither",
            low=0.0,
        ),
        Metric(
            "singletons_and_pairs",
            "Alone or in pairs",
            "Share of nodes alone or in pairs in the private partition. Above one half, NMI "
            "says nothing.",
            better="lower",
            low=0.0,
            high=1.0,
            percent=True,
        ),
        *of_both(
            "ari_labels",
            "Known classes (ARI)",
            "Adjusted Rand index of the private communities with the classes that came with "
            "the graph, where it has any.",
            f"{THE_SAME[:-1]}: what noise cannot be blamed for.",
            high=1.0,
        ),
        *of_both(
            "f1_labels",
            "Known classes (F1)",
            "Average F1 of the private communities with the classes that came with the graph, "
            "where it has any: every class and every community counts alike, with its best "
            "partner.",
            low=0.0,
            high=1.0,
        ),
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (Yardstick("ari", perfect=1.0, nothing=0.0),)

    def _measure(self, graph: Graph, baseline: Partition, private: Partition) -> dict[str, float]:
        """Agreement of the two partitions, and what each is worth on the true graph.

        Scores against classes are nan for a graph without labels.
        """
        true, noisy = baseline, private
        both = Overlaps.of(true.labels, noisy.labels)
        return {
            "ari": both.adjusted_rand(),
            "ami": both.adjusted_mutual_information(),
            "nmi": both.normalised_mutual_information(),
            "f1": both.average_f1(),
            "modularity_private": modularity(graph, noisy.labels),
            "modularity_baseline": modularity(graph, true.labels),
            "communities_private": float(noisy.k),
            "communities_baseline": float(true.k),
            "singletons_and_pairs": share_in_singletons_and_pairs(noisy.labels),
            **_agreement_with_classes(graph, noisy, "private"),
            **_agreement_with_classes(graph, true, "baseline"),
        }

    def chances(self, n: int) -> Mapping[str, float]:
        """The adjusted Rand index is adjusted so that chance gives 0."""
        return {"ari": 0.0, "ari_labels_private": 0.0}

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first; known classes count where there are any."""
        known = {metric.id for metric in self.metrics}
        labels = () if graph.labels is None else ("ari_labels_private",)
        wished = ("ari", *labels, "modularity_private", "validity_private", "ami", "f1")
        return tuple(id for id in wished if id in known)

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How much of the communities is left."""
        ari = metrics["ari"]
        if math.isnan(ari):
            return f"At {epsilon_label(epsilon)} there are too few nodes to compare communities."
        private, true = metrics["communities_private"], metrics["communities_baseline"]
        if private == true == 1:
            return f"At {epsilon_label(epsilon)} both graphs come out as one single community."
        text = (
            f"At {epsilon_label(epsilon)} {COMMUNITIES.became(ari)}. Agreement (ARI) {ari:.2f} "
            f"with those found without privacy, {private:,.0f} groups where there are {true:,.0f}"
        )
        left, right = (metrics.get(f"modularity_{side}", 0.0) for side in ("private", "baseline"))
        if ari < APART and left > KEPT * right:
            text += (
                f"; still they keep edges inside: modularity {left:.2f} against {right:.2f}, with "
                "other borders"
            )
        if metrics["singletons_and_pairs"] > 0.5:
            text += "; most nodes are alone or in pairs, so do not read the NMI"
        return f"{text}."


def unit_rows(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points scaled to length 1, so that hubs and small nodes of one group meet; 0 stays 0.

    Nodes that the leading eigenvectors hardly see stay near 0: their direction is rounding error.

    Examples
    --------
    >>> unit_rows(np.array([[3.0, 4.0], [0.06, 0.08], [1e-9, 0.0]])).round(2).tolist()
    [[0.6, 0.8], [0.6, 0.8], [0.0, 0.0]]
    """
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    shortest = SEEN * float(np.sqrt(np.mean(np.square(lengths)))) if len(points) else 0.0
    return np.divide(
        points, np.maximum(lengths, shortest), out=np.zeros_like(points), where=lengths > 0
    )


def _agreement_with_classes(graph: Graph, partition: Partition, side: str) -> dict[str, float]:
    ari = f1 = float("nan")
    if graph.labels is not None:
        both = Overlaps.of(graph.labels, partition.labels)
        ari, f1 = both.adjusted_rand(), both.average_f1()
    return {f"ari_labels_{side}": ari, f"f1_labels_{side}": f1}
