"""Vishwanath and Hehir on shape: what became of each row."""

from __future__ import annotations

from graphdp_core.reproduce.papers.paper import Paper, Row, Status

__all__ = ["SHAPE"]


SHAPE = Paper(
    "shape",
    "The shape of edge differential privacy",
    "Vishwanath and Hehir",
    "Poster; in full arXiv:2504.17274, 2025",
    "Flip every pair of nodes with a known probability, and no edge can be told from none. The "
    "noise moves the spectral embedding of the graph, but in a way that can be computed. So the "
    "shape of the point cloud, its loops and clusters, survives when the graph is large enough.",
    (
        Row("poster, 1A", "Spectral embeddings recover the shape of the positions",
            Status.PARTLY, "Circle, loops, sphere and rings, measured against the whole shape; a "
            "torus above about 1,300 nodes only, and no theorem is proved here.",
            address="explore?see=persistence&graph=rdpg&epsilon=20"),
        Row("poster, 1B", "edgeFlip protects each edge with ε, and nobody has to be trusted",
            Status.REPRODUCED, "A theorem; the audit looks for a counterexample.",
            address="break-it?mechanism=edge_flip"),
        Row("poster, 1C", "A shift of the diagrams undoes the unit of the distance",
            Status.DIFFERS, "On births and deaths themselves it undoes none of a scaling, and a "
            "floor remains; on their logarithms it does.",
            address="papers?paper=shape&row=shape-convergence"),
        Row("poster, 2A (i)", "A flipped random dot product graph is one again, at ξ(x)", None,
            "Its edges against the inner products of the moved positions, for every model.",
            reproduction="shape-models"),
        Row("poster, 2A (ii)", "The shape stays the same and shrinks as ε falls", None,
            "All distances by the root of 1 - 2π.", reproduction="shape-clusters"),
        Row("poster, 2B.1", "The noise brings clusters of the raw embedding closer together",
            None, reproduction="shape-clusters"),
        Row("poster, 2B.2", "edgeFlip is better than LaplaceFlip at the same ε",
            None,
            "LaplaceFlip is edgeFlip at a smaller exact ε: nominal values mislead.",
            reproduction="shape-flips"),
        Row("poster, 2B.3", "Clustering that looks at density beats plain spectral clustering",
            None, "Better on concentric rings at every ε, worse on a figure eight, whose loops "
            "touch; elsewhere there is no difference.",
            reproduction="shape-clustering",
            address="explore?see=clusters&graph=rdpg&rdpg.shape=rings&rdpg.n=600&method=tomato&epsilon=4"),
        Row("poster, 2B, the authors' simulations",
            "Diagrams of a block model approach the true ones in n and ε",
            None, reproduction="shape-sbm"),
        Row("poster, 2A (iii)", "At ε = 0 everything falls into one point",
            Status.REPRODUCED, "The board's slider begins at 0. The printed radius 1/2 is 1/√2.",
            address="?graph=school&epsilon=0"),
        Row("poster, 2A (iv)", "The distance of the diagrams up to size vanishes as n grows",
            None, "Circle and figure eight, by six readings of what up to size means.",
            reproduction="shape-convergence"),
        Row("poster, 2A (iv)", "Mild regularity is assumed for that",
            None, "Torus, sphere and rings; and an atom, one point alone and a loop of density 0, "
            "where it fails or slows.",
            reproduction="shape-controls", address="explore?see=persistence&graph=rdpg"
            "&rdpg.shape=thin_circle&rdpg.n=800&epsilon=4"),
        Row("poster, 1A", "Most common models are random dot product graphs",
            None, "Which generators are, their signatures, and where flips take them.",
            reproduction="shape-models",
            address="explore?see=embedding&graph=mixed_membership&epsilon=3&signal=true"),
        Row("references", "Statistical inference from flipped graphs", Status.OPEN,
            "Counts are corrected for the flips; fits of exponential random graphs are not made."),
        Row("references", "Persistent homology of graph embeddings", Status.PARTLY,
            "Of spectral embeddings, released graphs among them; other embeddings are not here.",
            address="explore?see=persistence&graph=school"),
    ),
)  # fmt: skip
