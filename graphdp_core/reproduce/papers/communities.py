"""Nguyen, Imine and Rusinowitch on communities: what became of each row."""

from __future__ import annotations

from graphdp_core.reproduce.papers.paper import Paper, Row, Status

__all__ = ["COMMUNITIES"]


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
            None, reproduction="communities-table-2"),
        Row("Theorems 3.1-3.3", "Laplace, geometric and exponential mechanisms, and their sums, "
            "are private", Status.REPRODUCED, "Theorems; the audit looks for a counterexample, and "
            "the ledger of releases adds up.", address="break-it?mechanism=noisy_degrees"),
        Row("Algorithm 1", "LouvainDP is private", Status.FALSE,
            "The number of empty cells that are released depends on the secret graph. Drawing "
            "every cell by the exact law repairs it.",
            address="break-it?mechanism=louvain_dp&louvain_dp.variant=as_published"),
        Row("Figure 2", "A shortcut draws the noise of all empty cells at once", Status.DIFFERS,
            "As printed it draws a fixed number of them, computed from a noisy count; the exact "
            "variant draws how many, and has the law of noise on every cell.",
            address="explore?see=clusters&graph=school&mechanism=louvain_dp&epsilon=3"),
        Row("Algorithms 3, 4", "ModDivisive is private", Status.DIFFERS,
            "Had its chains converged, it would be; nothing is proved of chains that end.",
            address="break-it?mechanism=mod_divisive"),
        Row("figures", "Small groups win at large ε, large groups at small ε",
            None, reproduction="communities-louvaindp",
            address="explore?see=clusters&graph=school&mechanism=louvain_dp&epsilon=3"),
        Row("figures", "ModDivisive over levels, budget ratio and burn-in", None,
            "The figures were made with a last step without noise. With it, little is left.",
            reproduction="communities-moddivisive"),
        Row("performance comparison", "Both against earlier methods", None,
            "One-pass labelling, a later method, finds more at every ε. Of the earlier ones HRG, "
            "DER and degree series are not here.",
            reproduction="communities-comparison"),
        Row("aims", "Good quality in good efficiency", Status.PARTLY,
            "No run times are published; the stored runs have the seconds of each method."),
        Row("Table II, figures", "youtube and amazon", Status.PARTLY,
            "They need a download, and no stored result has them.", address="data"),
        Row("input perturbations", "Laplace or geometric noise on the counts", Status.PARTLY,
            "Geometric noise alone."),
        Row("challenges", "Merge small groups", Status.OPEN, "Small groups are counted, not "
        "merged."),
        Row("figures", "ε in units of ln n", Status.REPRODUCED,
            "An axis of Which epsilon?", address="which-epsilon?graph=school&analysis=louvain"),
    ),
)  # fmt: skip
