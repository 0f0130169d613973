"""Later work, 2007 to 2026, to which the five papers point: what became of its figures."""

from __future__ import annotations

from graphdp_core.reproduce.papers.paper import Paper, Row, Status

__all__ = ["LATER"]


LATER = Paper(
    "later",
    "Later work on private counts, persons, nodes and rankings",
    "Many authors, each named in its row",
    "2007 to 2026",
    "What do the mechanisms that came after the five papers reach, and does it hold? Eight lines "
    "of work, each with its published number beside ours. Several numbers are faults of the code "
    "that made them, and a correct mechanism cannot meet them.",
    (
        Row("counts, SIGMOD 2015 and DPGraph", "Triangles are counted with an error of 0.00008 by "
            "the ladder", None,
            "An implementation error: the code drops where a rung begins. Ours, honest, is 0.00075 "
            "by the ladder and 0.0005 by smooth sensitivity.",
            reproduction="later-counts",
            address="explore?see=counts&graph=school&mechanism=private_count&epsilon=0.5"),
        Row("counts, SIGMOD 2015", "A ladder for k triangles on one edge", Status.FALSE,
            "From k = 3 on public code lacks a term: twelve nodes show it. The mended ladder is "
            "here.",
            address="explore?see=counts&graph=school&mechanism=private_count&private_count.count=k_triangles"
            "&private_count.k=3"),
        Row("counts, STOC 2007", "The cost of the tree by smooth sensitivity", Status.REPRODUCED,
            "By the edge connectivity of the light edges, and more simply where all weights move.",
            address="explore?see=counts&graph=les_miserables&mechanism=private_tree_cost"
            "&private_tree_cost.norm=one&private_tree_cost.noise=smooth"),
        Row("nodes, SIGMOD 2016 and DPGraph", "Degree distributions of ego-Facebook within 1.01, "
            "0.648 and 0.422", None,
            "Nearer at ε = 1 and 10; at 0.1 no correct mechanism of this kind is.",
            reproduction="later-degrees",
            address="mechanisms?mechanism=node_degrees"),
        Row("nodes, DPGraph", "Truncation with smooth noise, as its code has it", Status.FALSE,
            "The scale of the noise is computed and never used, and how many nodes are near the "
            "bound is read from the truncated graph. The form that holds is here.",
            address="mechanisms?mechanism=node_count"),
        Row("nodes, arXiv:2511.20125 (N2E)", "A clipping under which mechanisms for edges protect "
            "nodes", Status.OPEN,
            "Its clipping could not be read. Of the natural ones none keeps neighbours near each "
            "other: with degrees clipped and pairs flipped the audit finds a violation.",
            address="break-it?try=claims", about=("node_graph",)),
        Row("persons, surveys", "Graphs of answers, protected for a whole person",
            Status.REPRODUCED, "One person moves every weight by at most 1, all in one direction "
            "if they join or leave.",
            address="explore?see=tree&graph=survey&mechanism=pamst&pamst.norm=person_added"),
        Row("audits, NeurIPS 2023", "One release of 10,000 pairs certifies 0.95 of ε = 1",
            Status.DIFFERS,
            "At 95% confidence it certifies 0.96 on average and 0.95 in three of four releases; "
            "45,000 pairs, 300 nodes, do it nearly always.",
            address="break-it?mechanism=edge_flip"),
        Row("audits", "A mechanism with 1.5 times too little noise is caught", Status.REPRODUCED,
            "From about 700 releases of each neighbour on at ε = 1; a tenth too little needs "
            "15,000, or a single release of a graph of 300 nodes.",
            address="break-it?mechanism=edge_flip"),
        Row("audits, NeurIPS 2024", "Where pairs depend on each other one release certifies little",
            Status.REPRODUCED, "True: two neighbours are audited there.", address="break-it"),
        Row("accounting", "Composition agrees with dp_accounting to 0.000001", Status.PARTLY,
            "With dense orders and the analytic Gaussian; with its usual orders that program "
            "prints up to 0.0002 more.", address="release"),
        Row("trees, arXiv:2412.10130", "The error grows like n to the power 1.5 with a delta, "
            "like n squared without", None,
            "Where weights are spread so wide that it shows; with a fixed range nothing does.",
            reproduction="later-trees",
            address="explore?see=tree&graph=moons&moons.joined=complete&mechanism=pamst"
            "&pamst.selection=kruskal&pamst.accounting=zcdp", about=("minus_exponential",)),
        Row("trees, arXiv:2412.10130", "Noise is added to the weights", Status.FALSE,
            "Exponential noise that is added is not private: of two cliques of ten nodes, joined "
            "by equal edges, one heavier edge is told. Taken off, it is.",
            address="break-it?try=claims", about=("minus_exponential",)),
        Row("eigenvector, arXiv:2505.03858", "The leading eigenvector after a private test, 180 "
            "times faster", Status.OPEN,
            "Neither faster nor nearer than noisy power iteration on any of three graphs, and "
            "usable from a total ε of about 5: measured here until it went.",
            about=("noisy_power_iteration",)),
        Row("core numbers, arXiv:2312.07706, 2506.20828", "Core numbers at most three times off",
            None,
            "Met, and no test: one number for everybody is 3.15 times off, noisy degrees 2.1. In "
            "absolute error peeling stands apart.",
            reproduction="later-cores",
            address="explore?see=centrality&graph=school&mechanism=threshold_peeling&centrality.score=core"),
        Row("estimates, arXiv:1511.02930", "Intervals from a released graph hold the truth", None,
            "In 95 of 100 releases where one is printed; where the noise is too large, it is said "
            "that the number cannot be known.",
            reproduction="later-intervals", address="release"),
        Row("estimates, small graphs", "They do where few flips decide", None,
            "Of stars, cliques, paths and bipartite graphs, and of populations without an edge "
            "between groups: there intervals reach a flip further.",
            reproduction="later-few", address="release"),
        Row("estimates, STOC 2009", "Intervals from released numbers hold the truth", None,
            "So do those from counts, degrees, tables between groups, eigenvalues, weights and "
            "costs of trees; where the law depends on the graph, none is printed.",
            reproduction="later-laws", address="release"),
        Row("nearness, arXiv:2207.06944", "A capped flow beats flipped edges at small ε",
            Status.OPEN,
            "Flips with the own edges true found more at every ε: measured here until it went."),
        Row("nearness, arXiv:2407.00077", "Noise in every step of the walk", Status.OPEN,
            "How its noise is scaled stands in no public code."),
        Row("run times", "A survey of 10,000 people in 1 s, 50 million pairs in 5 s, ladders in "
            "3 s", Status.REPRODUCED,
            "On two busy cores: 0.1 s to weights and tree of 50 questions, 0.6 s for the exact "
            "flips, 1 s for the slowest ladder of ego-Facebook, where a published tool needs "
            "185 s.", address="release"),
        Row("benchmark, arXiv:2408.02928 (PGB)", "Eight graphs, six ε, fifteen queries",
            Status.PARTLY,
            "All of it by graphdp benchmark pgb, with a stored run and the winners; the cells that "
            "the paper prints do not stand beside.",
            address="board?graph=school"),
    ),
)  # fmt: skip
