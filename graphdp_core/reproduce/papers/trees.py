"""Pinot on spanning trees: what became of each row."""

from __future__ import annotations

from graphdp_core.reproduce.papers.paper import Paper, Row, Status

__all__ = ["TREES"]


TREES = Paper(
    "trees",
    "Minimum spanning tree release under differential privacy constraints",
    "Pinot",
    "Master thesis, 2017",
    "The graph is public, its weights are not. PAMST grows a spanning tree by choosing each edge "
    "at random, light ones more often, and DBMSTClu cuts such a tree into clusters. It is better "
    "than noise on every weight, when a small change of all weights is to be hidden.",
    (
        Row("Figures 1.1, 1.2", "A curator stands between data and analyst", Status.REPRODUCED,
            "Every mechanism's sheet says who has to be trusted.",
            address="mechanisms?mechanism=edge_flip"),
        Row("Theorem 1.4.1, Propositions 1.5.1, 1.5.2", "Laplace and exponential mechanism: "
            "private, and how far they are off", Status.REPRODUCED,
            "Theorems; the bounds on trees below are made of them.",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=weight_laplace"
            "&weight_laplace.radius.moons=0.01&epsilon=3"),
        Row("Propositions 1.4.1-1.4.3", "What is computed from a release is free, and releases "
            "add up", Status.REPRODUCED, "A ledger adds up what was released.", address="release"),
        Row("Definition 1.4.3", "The Gaussian mechanism", Status.DIFFERS,
            "The printed variance is a standard deviation. Here the noise is the least that is "
            "private, at every ε.", address="break-it?mechanism=weight_gaussian"),
        Row("Theorem 3.2.1", "The tree of noisy weights is too heavy by at most a known amount",
            Status.REPRODUCED, "The bound is drawn over the measured errors.",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=weight_laplace"
            "&weight_laplace.radius.moons=0.01&epsilon=3"),
        Row("Theorem 3.4.1, Remark 3.4.1", "PAMST is private, whatever the neighbourhood",
            Status.PARTLY, "For either norm, with Δu computed for it; with the Δu = 1/|E| of the "
            "experiments it protects changes of 1/(2|E|) alone.",
            address="break-it?mechanism=pamst"),
        Row("Theorem 3.4.2, Corollary 3.4.1", "PAMST's tree is too heavy by at most a known "
            "amount", Status.REPRODUCED, "The bound is drawn over the measured errors.",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=pamst&epsilon=8"),
        Row("Theorems 3.5.1, 3.5.2", "From three edges a node on PAMST's bound is the smaller one",
            Status.PARTLY, "So it is for the printed bounds, and the density where they cross is "
            "drawn. But they protect different things at one ε; the abstract prints two edges.",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=pamst&epsilon=8"),
        Row("Table 3.1", "PAMST against Laplace noise over density and ε", None,
            "Rows and columns of the published header are exchanged, two cells repeat others.",
            reproduction="mst-table-3-1"),
        Row("Figure 3.3", "Errors of both for ε up to 1", None,
            reproduction="mst-figure-3-3"),
        Row("Theorem 4.2.1", "Noise keeps the order of the weights", Status.FALSE,
            "It counts too few pairs: .055 where .9 is claimed, for a thousand edges each."),
        Row("section 4.3, Figures 4.3-4.5, A.2-A.7", "Clusters from private trees",
            None, "In numbers, and graph, Laplace and PAMST as three pictures side by side.",
            reproduction="mst-clustering",
            address="compare?graph=shapes&shapes.n=300&shapes.joined=complete&analysis=dbmstclu"
            "&mechanism=pamst&pamst.norm=linf&pamst.radius.shapes=0.0001&pamst.weights_share=0.5"
            "&epsilon=0.1&b.mechanism=weight_laplace"),
        Row("section 3.3, Figure 3.2", "Graphs of answers, where one person moves all weights by "
        "one",
            Status.REPRODUCED,
            "A table of answers becomes a graph, and weights are protected for a whole person.",
            address="explore?see=tree&graph=survey&mechanism=weight_laplace"),
        Row("section 2.1, Figure 2.2", "Node privacy", Status.PARTLY,
            "For counts and degrees; no tree is released under it.",
            address="mechanisms?mechanism=node_count"),
        Row("section 3.2", "The cost of the tree alone, by smooth sensitivity", Status.REPRODUCED,
            "For one weight within a public range; tested over all weightings of four nodes.",
            address="explore?see=counts&graph=les_miserables&mechanism=private_tree_cost"
            "&private_tree_cost.norm=one&private_tree_cost.noise=smooth"),
        Row("Examples 1.2.1, 2.2.1, Figure 1.3", "The differencing attack", Status.REPRODUCED,
            "Without noise, then with.", address="break-it?try=attacks"),
        Row("Definitions 1.3.3-4, Proposition 1.3.1", "Max divergence is differential privacy",
            Status.REPRODUCED, "The auditor draws the loss of every outcome.",
            address="break-it?mechanism=edge_flip"),
        Row("Claim 1.4.1", "Too many answers rebuild the data", Status.REPRODUCED,
            address="break-it?try=attacks"),
        Row("section 2.2", "Distances, paths and matchings under weight privacy", Status.OPEN),
        Row("Remark 2.2.2", "Sensitivity by blocks of edges", Status.OPEN),
        Row("section 3.6", "40 seconds for half a million edges", None,
            "Ours beside the printed ones, for every way to a tree.", reproduction="mst-seconds"),
        Row("section 3.7", "All scales with the sensitivity of a weight", Status.REPRODUCED,
            "The radius is a parameter of every mechanism for weights.",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=pamst"
            "&pamst.radius.moons=0.01&epsilon=8"),
        Row("Definition 4.1.3", "The dispersion of a cluster", Status.DIFFERS,
            "Printed as the least weight of its tree, and 1 or 0 for a single node; the "
            "algorithm needs the largest, and 0.",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=weight_laplace"
            "&weight_laplace.radius.moons=0.01&epsilon=3&tree-clusters-box=true"),
        Row("section 4.1", "Separable clusters keep their tree path inside", Status.REPRODUCED,
            "How many known classes a tree keeps together, as a light below its clusters.",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=weight_laplace"
            "&weight_laplace.radius.moons=0.01&epsilon=3&tree-clusters-box=true"),
        Row("section 4.1", "MSDR, another way to cut trees", Status.PARTLY,
            "Cuts as published, beside DBMSTClu and single linkage; where it ends is simpler here.",
            address="explore?see=clusters&graph=moons&moons.joined=complete&method=msdr"
            "&mechanism=weight_laplace&weight_laplace.radius.moons=0.01&epsilon=3"),
        Row("section 4.4", "Guarantees for the accuracy of private clusters", Status.PARTLY,
            "A condition under which cuts of the longest edges find the classes, as a live light; "
            "the authors' later theorem for their own method is not here.",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=pamst"
            "&pamst.weights_share=0.5&epsilon=8&tree-clusters-box=true"),
        Row("section 4.1", "A private tree inside DBMSTClu", Status.OPEN,
            "A question of research."),
        Row("poster, future work", "Other ways to release a tree", Status.REPRODUCED,
            "Noise of one sign, and one draw over all trees; both after later papers.",
            address="mechanisms?graph=moons&mechanism=minus_exponential"),
        Row("section 4.4, poster", "Gene networks and other real data", Status.OPEN),
    ),
)  # fmt: skip
