"""Wang, Wu and Wu on spectra: what became of each row."""

from __future__ import annotations

from graphdp_core.reproduce.papers.paper import Paper, Row, Status

__all__ = ["SPECTRA"]


SPECTRA = Paper(
    "spectra",
    "Differential privacy preserving spectral graph analysis",
    "Wang, Wu and Wu",
    "PAKDD 2013",
    "LNPP adds Laplace noise to the leading eigenvalues and eigenvectors, measured out by the "
    "gaps between the graph's own eigenvalues. SBMF draws eigenvectors at random near the true "
    "ones. Both need an ε of hundreds, and neither keeps its promise.",
    (
        Row("Result 1", "One edge moves an eigenvalue by at most 1, k of them by √(2k)",
            Status.REPRODUCED, "True, and for more than two of them 2 is enough, which noisy "
            "eigenvalues use.", address="break-it?mechanism=noisy_eigenvalues"),
        Row("Result 2", "One edge moves an eigenvector by at most √n over its gap", Status.FALSE,
            "The gap is this graph's own, not that of every graph; and from the second "
            "eigenvector on changes of 1.4 times as much are found.",
            address="break-it?mechanism=lnpp"),
        Row("Theorem 4", "Vectors are made orthogonal with the least change", Status.REPRODUCED,
            "Computed from the released vectors alone.",
            address="explore?see=spectrum&graph=school&mechanism=lnpp&epsilon=20"),
        Row("Algorithm 1", "LNPP is private", Status.FALSE,
            "The gap that measures the noise is itself secret, and signs are chosen after it.",
            address="break-it?mechanism=lnpp"),
        Row("Claim 1", "Eigenvalues drawn from a normal law are private", Status.FALSE,
            "Normal noise has no pure ε: some outcome is more likely than any ε allows.",
            address="break-it?mechanism=sbmf"),
        Row("Claim 2", "Eigenvectors drawn from a Bingham law are private", Status.FALSE,
            "A step bounds by a trace that can be 0. One vector at a time, drawn exactly, is "
            "private, and far behind edgeFlip.", address="break-it?mechanism=sbmf"),
        Row("Theorem 5", "SBMF is private", Status.FALSE,
            "Both claims fail, and a finite Gibbs chain has no proof either.",
            address="break-it?mechanism=sbmf"),
        Row("Table 1", "Eigenvalues at ε = 460", None,
            "With noise whose standard deviation, not scale, is the printed one.",
            reproduction="spectra-table-1"),
        Row("Table 2", "Eigenvectors at ε = 460", None,
            reproduction="spectra-table-2"),
        Row("Table 3", "Errors from ε = 18 to 4,474", None,
            "SBMF rebuilds the graph better at the largest ε than is printed; two printed values "
            "cannot be right. At most 10^200 times as likely is not privacy: a switch lets "
            "the sliders go there.",
            reproduction="spectra-table-3",
            address="explore?see=spectrum&graph=school&mechanism=lnpp&beyond=true&epsilon=460"),
        Row("Figure 1", "The errors as curves", None,
            "Drawn from Table 3, with what of it is printed.",
            reproduction="spectra-table-3"),
        Row("sections 4.1, 5", "Split ε by the gaps, the announced improvement", Status.FIRST,
            "A budget of LNPP with the least noise in total. It is still not private: the shares "
            "tell of the secret gaps once more.",
            address="explore?see=spectrum&graph=school&mechanism=lnpp&lnpp.split=gaps&epsilon=20"),
        Row("section 5", "Smooth sensitivity for eigenvectors", Status.PARTLY,
            "For the first eigenvector, as a centrality.",
            address="explore?see=centrality&graph=fans&mechanism=noisy_centrality"),
        Row("section 5", "Laplacian and normal matrices", Status.PARTLY,
            "As post-processing of a released graph.",
            address="explore?see=embedding&graph=school"),
        Row("section 5", "Sampling strategies of SBMF", None,
            "How far its Gibbs chain repeats itself: hardly given αA, much in the probit model.",
            reproduction="spectra-chain",
            address="explore?see=spectrum&graph=school&mechanism=sbmf&epsilon=20"),
        Row("section 2.1", "A person with k edges loses kε", Status.REPRODUCED,
            "Said under every promise.", address="break-it?try=attacks"),
    ),
)  # fmt: skip
