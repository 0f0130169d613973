"""Laeuchli, Ramírez-Cruz and Trujillo-Rasua on centrality: what became of each row."""

from __future__ import annotations

from graphdp_core.reproduce.papers.paper import Paper, Row, Status

__all__ = ["CENTRALITY"]


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
            None,
            "With the one-entry change of its proof; the symmetric change keeps less.",
            reproduction="centrality-table-1"),
        Row("Table 2", "Closeness: all rankings are random", None,
            reproduction="centrality-table-2"),
        Row("Table 3", "Laplacian: local noise keeps most of the top nodes", None,
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
        Row("section 4.2", "The average local sensitivity is left open", Status.FIRST,
            "Its distribution over all edges, with the worst edge on the graph, for Laplacian "
            "centrality, where a closed form is known.",
            address="centrality?graph=fans&centrality.score=laplacian&edge-moves=true"),
        Row("Theorem 4.2", "Two nodes whose sensitivity is unbounded", Status.PARTLY,
            "The audit uses the pair; there is no slider for it."),
        Row("Figure 1, Theorem 4.3", "An ideal ranking with a gap", Status.PARTLY,
            "The tolerable noise is computed; the figure is not drawn."),
        Row("section 4.1", "Tighter bounds for restricted models", Status.OPEN),
        Row("section 2", "Graphical degrees, Kronecker, triangles and other releases",
            Status.PARTLY, "Degrees and triangles are here."),
        Row("sections 1, 3.3", "Contact tracing and e-mail counts with private weights",
            Status.PARTLY, "Weighted real graphs in the catalogue, no contact-like generator.",
            address="data"),
        Row("section 2", "Node privacy", Status.PARTLY,
            "Counts and degrees are released under it; no ranking is.",
            address="mechanisms?mechanism=node_count"),
        Row("verdict", "Private rankings are impractical", Status.FALSE,
            "Noisy degrees keep ten of ten at ε = 2 for every edge: it is the question that "
            "matters.",
            address="lessons?lesson=L3"),
    ),
)  # fmt: skip
