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
        Row("section 1", "The Laplace mechanism needs unbounded noise for these measures",
            Status.FALSE, "One edge changes the unit eigenvector by at most √(2n), Laplacian "
            "centrality by 6, unweighted closeness by n/(n - 1): bounded, and mostly too much.",
            address="explore?see=centrality&graph=fans&mechanism=noisy_centrality"),
        Row("section 1", "Tolerable noise against needed noise tells what is feasible",
            Status.REPRODUCED, "Both are computed for every graph.",
            address="explore?see=centrality&graph=fans&mechanism=noisy_centrality"),
        Row("local sensitivity", "Noise by the local sensitivity is a model of its own",
            Status.FALSE, "The amount of noise tells about the graph: it promises nothing.",
            address="break-it?mechanism=noisy_centrality"),
        Row("Theorem 4.1", "A bound for eigenvector centrality by the gap", Status.DIFFERS,
            "The proof changes one entry of a symmetric matrix; for both a constant of 2√2 in "
            "place of 2 is safe. No graph tried exceeds the printed one.",
            address="explore?see=centrality&graph=fans&mechanism=noisy_centrality"),
        Row("Theorem 5.1", "Eigenvalues of a weighted Laplacian without one node fall by at most "
            "the largest weight", Status.REPRODUCED, "True; tried on random weighted graphs.",
            address="explore?see=centrality&graph=fans&centrality.score=laplacian"),
        Row("Theorem 5.2", "A bound for Laplacian centrality", Status.FALSE,
            "Negative for a path with weights 1, .01, .01, .01, .01."),
        Row("Theorem 5.3", "A smooth bound for Laplacian centrality", Status.FALSE,
            "It is built on Theorem 5.2, and takes the number of steps for their size. A smooth "
            "bound that holds is here.",
            address="break-it?mechanism=noisy_centrality"),
        Row("Theorem 6.1", "A bound for closeness", Status.FALSE,
            "A barbell exceeds it by a factor of 3.8: distances do not add up to all weights."),
        Row("Theorem 6.2", "A smooth bound for closeness", Status.FALSE,
            "Its function has a valley, not a peak; weights near 0 make the sensitivity "
            "unbounded."),
        Row("Algorithm 1", "Closeness with (ε, δ)", Status.FALSE,
            "Of ten nodes with total weight 11.5 it gives numbers, with 10.5 nothing: one step "
            "apart and nothing in common.", address="break-it?mechanism=noisy_centrality"),
        Row("section 7", "The whole trade-off over ε and θ is future work", Status.FIRST,
            "A heat map of any two parameters.",
            address="which-epsilon?graph=fans&analysis=centrality"),
        Row("section 4.2", "The average local sensitivity is left open", Status.FIRST,
            "`edge_moves` gives its distribution over all edges for Laplacian centrality, where a "
            "closed form is known."),
        Row("Theorem 4.2", "Two nodes whose sensitivity is unbounded", Status.FALSE,
            "Their unit eigenvector is the same at every weight. Only the bound of Theorem 4.1 is "
            "unbounded: two such vectors are never further apart than √(2n)."),
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
