"""What the papers announce, leave open, print or only draw: each has a row on the shelf."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ANNOUNCED", "LATER_WORK", "Announced"]


@dataclass(frozen=True)
class Announced:
    """One point of a paper that a reader may ask for.

    Parameters
    ----------
    paper : str
        Its id.
    place : str
        Where it stands.
    words : str
        What it is.
    claim : str
        Of the row that says what became of it.
    """

    paper: str
    place: str
    words: str
    claim: str


ANNOUNCED = (
    Announced("shape", "2A (iii)", "At ε = 0 one point is left.",
              "At ε = 0 everything falls into one point"),
    Announced("shape", "2A (iv)", "The distance vanishes under mild regularity.",
              "The distance of the diagrams up to size vanishes as n grows"),
    Announced("shape", "1A", "Most models are random dot product graphs, with a signature.",
              "Most common models are random dot product graphs"),
    Announced("shape", "2B.3", "Clustering that knows topology is noticeably better.",
              "Clustering that looks at density beats plain spectral clustering"),
    Announced("communities", "aims", "Good quality in good efficiency: run times.",
              "Good quality in good efficiency"),
    Announced("communities", "Table II, Figures 6, 13", "Two large graphs.",
              "youtube and amazon"),
    Announced("centrality", "section 4.2", "The average case of local sensitivity is left open.",
              "The average local sensitivity is left open"),
    Announced("centrality", "Theorem 4.2", "Two nodes and one weight, unbounded.",
              "Two nodes whose sensitivity is unbounded"),
    Announced("centrality", "Figure 1, Theorem 4.3", "An ideal ranking with a gap.",
              "An ideal ranking with a gap"),
    Announced("centrality", "sections 1, 3.3", "Contact tracing and e-mail counts.",
              "Contact tracing and e-mail counts with private weights"),
    Announced("trees", "Examples 1.2.1, 2.2.1, Figure 1.3", "The differencing attack.",
              "The differencing attack"),
    Announced("trees", "section 3.6", "40 s for half a million edges.",
              "40 seconds for half a million edges"),
    Announced("trees", "section 4.1", "Separability: the tree path stays inside a cluster.",
              "Separable clusters keep their tree path inside"),
    Announced("trees", "section 4.1", "MSDR and its robustness to noise.",
              "MSDR, another way to cut trees"),
    Announced("trees", "section 4.4", "Guarantees for the accuracy of private clusters.",
              "Guarantees for the accuracy of private clusters"),
    Announced("trees", "Figures 4.3-4.5, A.2-A.7", "Pictures of graph, Laplace and PAMST clusters.",
              "Clusters from private trees"),
    Announced("spectra", "sections 4.1, 5", "Split ε by the eigengaps.",
              "Split ε by the gaps, the announced improvement"),
    Announced("spectra", "section 5", "Sampling strategies of SBMF.",
              "Sampling strategies of SBMF"),
    Announced("spectra", "Table 3", "ε from 18.46 to 4,474.", "Errors from ε = 18 to 4,474"),
    Announced("spectra", "Figure 1", "Errors against α as curves.", "The errors as curves"),
    Announced("shape", "references", "Inference from shared social network data.",
              "Statistical inference from flipped graphs"),
    Announced("communities", "Figure 13", "Both against earlier methods.",
              "Both against earlier methods"),
    Announced("communities", "input perturbations", "Laplace and geometric noise.",
              "Laplace or geometric noise on the counts"),
    Announced("communities", "challenges", "Merge small groups.", "Merge small groups"),
    Announced("communities", "figures", "ε in units of ln n.", "ε in units of ln n"),
    Announced("centrality", "section 7", "The whole trade-off over ε and θ.",
              "The whole trade-off over ε and θ is future work"),
    Announced("centrality", "section 4.1", "Tighter bounds for restricted models.",
              "Tighter bounds for restricted models"),
    Announced("centrality", "section 2", "Degrees, Kronecker, triangles, counts by the ladder.",
              "Graphical degrees, Kronecker, triangles and other releases"),
    Announced("centrality", "section 2", "Node privacy.", "Node privacy"),
    Announced("trees", "section 3.3, Figure 3.2", "Graph sketching: persons who answer.",
              "Graphs of answers, where one person moves all weights by one"),
    Announced("trees", "section 2.1, Figure 2.2", "Node privacy.", "Node privacy"),
    Announced("trees", "section 3.2", "The cost of the tree alone.",
              "The cost of the tree alone, by smooth sensitivity"),
    Announced("trees", "Definitions 1.3.3-4, Proposition 1.3.1", "Max divergence.",
              "Max divergence is differential privacy"),
    Announced("trees", "Claim 1.4.1", "The law of information recovery.",
              "Too many answers rebuild the data"),
    Announced("trees", "section 2.2", "Distances, paths, matchings.",
              "Distances, paths and matchings under weight privacy"),
    Announced("trees", "Remark 2.2.2", "Sensitivity by blocks.", "Sensitivity by blocks of edges"),
    Announced("trees", "section 4.1", "A private tree inside DBMSTClu.",
              "A private tree inside DBMSTClu"),
    Announced("trees", "section 4.4, poster", "Gene networks and real data.",
              "Gene networks and other real data"),
    Announced("spectra", "section 5", "Smooth sensitivity.",
              "Smooth sensitivity for eigenvectors"),
    Announced("spectra", "section 5", "Laplacian and normal matrices.",
              "Laplacian and normal matrices"),
    Announced("spectra", "section 2.1", "A group of k edges.", "A person with k edges loses kε"),
)  # fmt: skip

LATER_WORK = (
    Announced("later", "counts", "Private counts by the ladder and by smooth sensitivity.",
              "Triangles are counted with an error of 0.00008 by the ladder"),
    Announced("later", "counts", "The ladder for k triangles on one edge.",
              "A ladder for k triangles on one edge"),
    Announced("later", "counts", "The cost of the minimum spanning tree.",
              "The cost of the tree by smooth sensitivity"),
    Announced("later", "nodes", "Degree distributions, 1.01, .648, .422.",
              "Degree distributions of ego-Facebook within 1.01, 0.648 and 0.422"),
    Announced("later", "nodes", "Truncation with a smooth bound, as its code has it.",
              "Truncation with smooth noise, as its code has it"),
    Announced("later", "nodes", "N2E: up to 2.5 and 80 times less error.",
              "A clipping under which mechanisms for edges protect nodes"),
    Announced("later", "persons", "Graphs of answers with radius 1 for a person.",
              "Graphs of answers, protected for a whole person"),
    Announced("later", "audits", ".95 of a claim of 1 from one release of 10,000 pairs.",
              "One release of 10,000 pairs certifies 0.95 of ε = 1"),
    Announced("later", "audits", "1.5 times too little noise is caught.",
              "A mechanism with 1.5 times too little noise is caught"),
    Announced("later", "audits", "The limits of the audit by one run.",
              "Where pairs depend on each other one release certifies little"),
    Announced("later", "accounting", "dp_accounting to the sixth digit.",
              "Composition agrees with dp_accounting to 0.000001"),
    Announced("later", "trees", "Exponents 1.5 and 2.",
              "The error grows like n to the power 1.5 with a delta, like n squared without"),
    Announced("later", "trees", "The sign of the noise.",
              "Noise is added to the weights"),
    Announced("later", "eigenvector", "A private test, 180 times faster.",
              "The leading eigenvector after a private test, 180 times faster"),
    Announced("later", "core numbers", "At most three times off.",
              "Core numbers at most three times off"),
    Announced("later", "estimates", "Intervals from noisy graphs.",
              "Intervals from a released graph hold the truth"),
    Announced("later", "estimates", "Intervals where few flips decide.",
              "They do where few flips decide"),
    Announced("later", "estimates", "Intervals from noisy numbers.",
              "Intervals from released numbers hold the truth"),
    Announced("later", "nearness", "Push flow against flips.",
              "A capped flow beats flipped edges at small ε"),
    Announced("later", "nearness", "Noise in every step.",
              "Noise in every step of the walk"),
    Announced("later", "run times", "1 s, 5 s and 3 s.",
              "A survey of 10,000 people in 1 s, 50 million pairs in 5 s, ladders in 3 s"),
    Announced("later", "benchmark", "PGB complete.",
              "Eight graphs, six ε, fifteen queries"),
)  # fmt: skip
"""What later work prints or offers, and is measured, repaired or left out here."""
