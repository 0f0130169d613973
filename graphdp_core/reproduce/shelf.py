"""The five papers as rows: what each claims, and what became of it here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["PAPERS", "Paper", "Row", "Status"]


class Status(Enum):
    """What became of a row of a paper."""

    REPRODUCED = "reproduced"
    DIFFERS = "differs"
    FALSE = "false"
    FIRST = "done here first"
    PARTLY = "partly"
    OPEN = "not here"

    @property
    def help(self) -> str:
        """One sentence for a tooltip."""
        return {
            Status.REPRODUCED: "Computed anew, with the same outcome.",
            Status.DIFFERS: "Computed anew, with another outcome: the row says why.",
            Status.FALSE: "There is a counterexample, and a repaired form where one is known.",
            Status.FIRST: "Left open by the paper, and answered here.",
            Status.PARTLY: "Some of it is here; the row says what is missing.",
            Status.OPEN: "Not in this product, and said so.",
        }[self]


@dataclass(frozen=True)
class Row:
    """One claim, table, figure, theorem, remark or announced work.

    Parameters
    ----------
    place : str
        Where it stands in the paper.
    claim : str
        In our words.
    status : Status
    words : str
        Why, or what is missing; for tables the stored run says more.
    reproduction : str
        Id of the reproduction that computes it anew; "" for none.
    address : str
        Of a page of the app that shows it; "" for none.
    """

    place: str
    claim: str
    status: Status
    words: str = ""
    reproduction: str = ""
    address: str = ""


@dataclass(frozen=True)
class Paper:
    """One paper with its story in three sentences.

    Parameters
    ----------
    id, title, authors, source : str
    story : str
    rows : tuple of Row
        In the order of the paper.
    """

    id: str
    title: str
    authors: str
    source: str
    story: str
    rows: tuple[Row, ...]


SHAPE = Paper(
    "shape",
    "The shape of edge differential privacy",
    "Vishwanath and Hehir",
    "Poster; in full arXiv:2504.17274, 2025",
    "Flip every pair of nodes with a known probability, and no edge can be told from none. The "
    "noise moves the spectral embedding of the graph, but in a way that can be computed. So the "
    "shape of the point cloud, its loops and clusters, survives when the graph is large enough.",
    (
        Row("poster, 1", "edgeFlip protects each edge with ε, and nobody has to be trusted",
            Status.REPRODUCED, "A theorem; the audit looks for a counterexample.",
            address="audit?mechanism=edge_flip"),
        Row("poster, claim 1", "The noise brings clusters of the raw embedding closer together",
            Status.REPRODUCED, reproduction="shape-clusters"),
        Row("poster, claim 2", "edgeFlip is better than LaplaceFlip at the same ε",
            Status.REPRODUCED,
            "LaplaceFlip is edgeFlip at a smaller exact ε: nominal values mislead.",
            reproduction="shape-flips"),
        Row("poster, claim 3", "Clustering that looks at density beats plain spectral clustering",
            Status.REPRODUCED, "On concentric rings; on interleaved arcs there is little of it.",
            reproduction="shape-clustering", address="clusters?graph=shapes&epsilon=2"),
        Row("poster, (i)-(ii)", "Diagrams of a block model approach the true ones in n and ε",
            Status.REPRODUCED, reproduction="shape-sbm"),
        Row("poster, (iii)", "At ε = 0 everything falls into one point",
            Status.REPRODUCED, "The board's slider begins at 0. The printed radius 1/2 is 1/√2.",
            address="?graph=school&epsilon=0"),
        Row("poster, (iv)", "The distance of the diagrams up to size vanishes as n grows",
            Status.PARTLY,
            "Circle and figure eight, on the logarithmic scale. Torus, sphere and a negative "
            "control are missing.",
            reproduction="shape-convergence"),
        Row("poster, 1A", "Most common models are random dot product graphs",
            Status.PARTLY, "Signatures are used, no page lists those of all generators.",
            address="embeddings?graph=rdpg_circle&epsilon=3"),
        Row("references", "Statistical inference from flipped graphs", Status.OPEN,
            "Counts are corrected for the flips; fits of exponential random graphs are not made."),
    ),
)  # fmt: skip

COMMUNITIES = Paper(
    "communities",
    "Detecting communities under differential privacy",
    "Nguyen, Imine and Rusinowitch",
    "WPES 2016, slides",
    "LouvainDP throws nodes into random groups, counts edges between groups with noise, and lets "
    "Louvain read the result. ModDivisive cuts the graph again and again by a random walk over "
    "cuts. Both are compared by the modularity that is left.",
    (
        Row("Table II", "Louvain finds communities of modularity .62 to .93 in the test graphs",
            Status.REPRODUCED, reproduction="communities-table-2"),
        Row("theorem", "LouvainDP is private", Status.FALSE,
            "The number of empty cells that are released depends on the secret graph. Drawing "
            "every cell by the exact law repairs it.",
            address="audit?mechanism=louvain_dp&louvain_dp.variant=as_published"),
        Row("figures", "Small groups win at large ε, large groups at small ε",
            Status.REPRODUCED, reproduction="communities-louvaindp",
            address="clusters?graph=school&mechanism=louvain_dp&epsilon=3"),
        Row("figures", "ModDivisive over levels, budget ratio and burn-in", Status.DIFFERS,
            "The figures were made with a last step without noise. With it, little is left.",
            reproduction="communities-moddivisive"),
        Row("performance comparison", "Both against earlier methods", Status.PARTLY,
            "Against edgeFlip, top-m, PrivGraph and a block model. HRG, DER and degree series are "
            "not here.",
            reproduction="communities-comparison"),
        Row("aims", "Good quality in good efficiency", Status.PARTLY,
            "No run times are published. Every stored run says its seconds."),
        Row("Table II, figures", "youtube and amazon", Status.PARTLY,
            "They need a download, and no stored result has them.", address="data"),
        Row("input perturbations", "Laplace or geometric noise on the counts", Status.PARTLY,
            "Geometric noise alone."),
        Row("challenges", "Merge small groups", Status.OPEN, "Small groups are counted, not "
        "merged."),
        Row("figures", "ε in units of ln n", Status.REPRODUCED,
            "An axis of the trade-off page.", address="trade-off?graph=school&analysis=louvain"),
    ),
)  # fmt: skip

CENTRALITY = Paper(
    "centrality",
    "Centrality measures under differential privacy models",
    "Laeuchli, Ramírez-Cruz and Trujillo-Rasua",
    "Applied Mathematics and Computation, 2022",
    "How much can one edge change a centrality, at worst and in this very graph? The paper bounds "
    "it for eigenvector, Laplacian and closeness centrality, and adds noise of that size. Its "
    "verdict: with noise that is private, rankings are lost.",
    (
        Row("Table 1", "Eigenvector centrality: local noise keeps part, bounds keep nothing",
            Status.REPRODUCED,
            "With the one-entry change of its proof; the symmetric change keeps less.",
            reproduction="centrality-table-1"),
        Row("Table 2", "Closeness: all rankings are random", Status.REPRODUCED,
            reproduction="centrality-table-2"),
        Row("Table 3", "Laplacian: local noise keeps most of the top nodes", Status.DIFFERS,
            "No reading gives the row of preferential attachment.",
            reproduction="centrality-table-3"),
        Row("local sensitivity", "Noise by the local sensitivity is a model of its own",
            Status.FALSE, "The amount of noise tells about the graph: it promises nothing.",
            address="audit?mechanism=noisy_centrality"),
        Row("Theorem 5.2", "A bound for Laplacian centrality", Status.FALSE,
            "Negative for a path with weights 1, .01, .01, .01, .01."),
        Row("Theorems 6.1, 6.2, Algorithm 1", "Bounds and a smooth bound for closeness",
            Status.FALSE,
            "A barbell exceeds the first by a factor of 3.8; the second has a valley, not a peak."),
        Row("section 7", "The whole trade-off over ε and θ is future work", Status.FIRST,
            "A heat map of any two parameters.",
            address="trade-off?graph=fans&analysis=centrality"),
        Row("section 4.2", "The average local sensitivity is left open", Status.OPEN,
            "Worst cases are drawn, the distribution over edges is not."),
        Row("Theorem 4.2", "Two nodes whose sensitivity is unbounded", Status.PARTLY,
            "The audit uses the pair; there is no slider for it."),
        Row("Figure 1, Theorem 4.3", "An ideal ranking with a gap", Status.PARTLY,
            "The tolerable noise is computed; the figure is not drawn."),
        Row("section 4.1", "Tighter bounds for restricted models", Status.OPEN),
        Row("section 2", "Graphical degrees, Kronecker, triangles and other releases",
            Status.PARTLY, "Degrees and corrected triangles are here."),
        Row("sections 1, 3.3", "Contact tracing and e-mail counts with private weights",
            Status.PARTLY, "Weighted real graphs in the catalogue, no contact-like generator.",
            address="data"),
        Row("section 2", "Node privacy", Status.OPEN, "A unit of its own, not yet a mechanism."),
        Row("verdict", "Private rankings are impractical", Status.FALSE,
            "Noisy degrees keep ten of ten at ε = 2 for every edge: it is the question that "
            "matters.",
            address="lessons?lesson=L3"),
    ),
)  # fmt: skip

TREES = Paper(
    "trees",
    "Minimum spanning tree release under differential privacy constraints",
    "Pinot",
    "Master thesis, 2017",
    "The graph is public, its weights are not. PAMST grows a spanning tree by choosing each edge "
    "at random, light ones more often, and DBMSTClu cuts such a tree into clusters. It is better "
    "than noise on every weight, when a small change of all weights is to be hidden.",
    (
        Row("Theorem 3.2.1", "PAMST's tree is too heavy by at most a known amount",
            Status.REPRODUCED, "A theorem.", address="audit?mechanism=pamst"),
        Row("Table 3.1", "PAMST against Laplace noise over density and ε", Status.REPRODUCED,
            "Rows and columns of the published header are exchanged, two cells repeat others.",
            reproduction="mst-table-3-1"),
        Row("Figure 3.3", "Errors of both for ε up to 1", Status.REPRODUCED,
            reproduction="mst-figure-3-3"),
        Row("Theorem 4.2.1", "Noise keeps the order of the weights", Status.FALSE,
            "It counts too few pairs: .055 where .9 is claimed, for a thousand edges each."),
        Row("section 4.3, Figures 4.3-4.5, A.2-A.7", "Clusters from private trees",
            Status.REPRODUCED, "In numbers; the pictures one by one on the Clusters page.",
            reproduction="mst-clustering", address="clusters?graph=moons&method=DBMSTClu"),
        Row("section 3.3, Figure 3.2", "Graphs of answers, where one person moves all weights by "
        "one",
            Status.OPEN, "No reader for answer tables yet."),
        Row("section 2.1, Figure 2.2", "Node privacy", Status.OPEN),
        Row("section 3.2", "The cost of the tree alone, by smooth sensitivity", Status.OPEN),
        Row("Examples 1.2.1, 2.2.1, Figure 1.3", "The differencing attack", Status.REPRODUCED,
            "Without noise, then with.", address="attacks"),
        Row("Definitions 1.3.3-4, Proposition 1.3.1", "Max divergence is differential privacy",
            Status.REPRODUCED, "The auditor draws the loss of every outcome.",
            address="audit?mechanism=edge_flip"),
        Row("Claim 1.4.1", "Too many answers rebuild the data", Status.REPRODUCED,
            address="attacks"),
        Row("section 2.2", "Distances, paths and matchings under weight privacy", Status.OPEN),
        Row("Remark 2.2.2", "Sensitivity by blocks of edges", Status.OPEN),
        Row("section 3.6", "40 seconds for half a million edges", Status.PARTLY,
            "The stored runs say their seconds.", reproduction="mst-table-3-1"),
        Row("section 4.1", "Separable clusters keep their tree path inside", Status.OPEN),
        Row("section 4.1", "MSDR, another way to cut trees", Status.OPEN,
            "Single linkage stands in."),
        Row("section 4.4", "Guarantees for the accuracy of private clusters", Status.OPEN),
        Row("section 4.1", "A private tree inside DBMSTClu", Status.OPEN,
            "A question of research."),
        Row("section 4.4, A.4", "Gene networks and other real data", Status.OPEN),
    ),
)  # fmt: skip

SPECTRA = Paper(
    "spectra",
    "Differential privacy preserving spectral graph analysis",
    "Wang, Wu and Wu",
    "PAKDD 2013",
    "LNPP adds Laplace noise to the leading eigenvalues and eigenvectors, measured out by the "
    "gaps between the graph's own eigenvalues. SBMF draws eigenvectors at random near the true "
    "ones. Both need an ε of hundreds, and neither keeps its promise.",
    (
        Row("Theorem for LNPP", "LNPP is private", Status.FALSE,
            "The gap that measures the noise is itself secret, and signs are chosen after it.",
            address="audit?mechanism=lnpp"),
        Row("Theorem for SBMF", "SBMF is private", Status.FALSE,
            "One step bounds a trace that can be 0; a finite Gibbs chain has no proof either.",
            address="audit?mechanism=sbmf"),
        Row("Table 1", "Eigenvalues at ε = 460", Status.REPRODUCED,
            "With noise whose standard deviation, not scale, is the printed one.",
            reproduction="spectra-table-1"),
        Row("Table 2", "Eigenvectors at ε = 460", Status.REPRODUCED,
            reproduction="spectra-table-2"),
        Row("Table 3", "Errors from ε = 18 to 4,474", Status.REPRODUCED,
            "Two printed values of an even integer are not whole. At most 10^200 times as likely "
            "is not privacy.",
            reproduction="spectra-table-3"),
        Row("Figure 1", "The errors as curves", Status.PARTLY, "The table is here, not the figure.",
            reproduction="spectra-table-3"),
        Row("sections 4.1, 5", "Split ε by the gaps, the announced improvement", Status.OPEN,
            "It would read the secret gaps again."),
        Row("section 5", "Smooth sensitivity for eigenvectors", Status.PARTLY,
            "For the first eigenvector, as a centrality.",
            address="centrality?graph=fans&mechanism=noisy_centrality"),
        Row("section 5", "Laplacian and normal matrices", Status.PARTLY,
            "As post-processing of a released graph.", address="embeddings?graph=school"),
        Row("section 5", "Sampling strategies of SBMF", Status.PARTLY,
            "Two models and the number of sweeps; no autocorrelation."),
        Row("section 2.1", "A person with k edges loses kε", Status.REPRODUCED,
            "Said under every promise.", address="attacks"),
    ),
)  # fmt: skip

PAPERS = (SHAPE, COMMUNITIES, CENTRALITY, TREES, SPECTRA)
