"""What Wang, Wu and Wu (PAKDD 2013) published, and what has to be said about it."""

from __future__ import annotations

__all__ = [
    "AT_ONE",
    "COLUMNS",
    "COSINES_LNPP",
    "COSINES_SBMF",
    "EPSILONS",
    "FLIP",
    "FLIP_SMALL",
    "GAMMA_SBMF",
    "LAMBDA_LNPP",
    "LAMBDA_SBMF",
    "LAMBDA_TRUE",
    "LARGEST_FLIP_EPSILON",
    "LNPP_FIT",
    "LNPP_TEXT",
    "NOTES",
    "ORDINARY_EPSILON",
    "SBMF_FIT",
    "SBMF_TEXT",
    "TRUE",
    "K",
]

K = 5
EPSILONS = {0.01: 18.46, 0.1: 58.6, 0.5: 237.0, 1.0: 460.0, 5.0: 2244.0, 10.0: 4474.0}
LARGEST_FLIP_EPSILON = 20.0
ORDINARY_EPSILON = 4.0

TRUE = "without privacy"
LNPP_TEXT, LNPP_FIT = "LNPP, b = scale", "LNPP, b = deviation"
SBMF_TEXT, SBMF_FIT = "SBMF, αA", "SBMF, probit"
FLIP, FLIP_SMALL = "edgeFlip", f"edgeFlip, ε = {ORDINARY_EPSILON:g}"

LAMBDA_LNPP = (18.1978, 13.2191, 10.6030, 9.7311, 9.4650)
LAMBDA_SBMF = (107.8450, 88.9362, 76.1712, 76.0596, 56.6721)
LAMBDA_TRUE = (17.8317, 12.7264, 10.6071, 9.7359, 9.5528)
COSINES_LNPP = (0.9591, 0.7925, 0.4786, 0.1217, 0.1280)
COSINES_SBMF = (0.6605, 0.6995, 0.7336, 0.2921, 0.4034)
GAMMA_SBMF = {0.01: 56.8155, 0.1: 55.8211, 0.5: 56.7450, 1.0: 34.1760, 5.0: 56.3715, 10.0: 56.9210}
AT_ONE = {  # alpha = 1: E_Lambda, E_U, gamma
    "LNPP": (0.9555, 11.9989, 47.4912),
    "SBMF": (345.2301, 13.4224, 34.1760),
}

COLUMNS = {
    "graph": "nodes/edges",
    "method": "mechanism and its reading",
    "alpha": "the publication's α",
    "epsilon": "nominal ε the method was run at",
    "quantity": "λ: eigenvalue; cos: |cosine| with the true vector; E_Λ, E_U, γ: errors",
    "published": "the publication's number, where there is one (its 147/869 graph)",
    "ours": "mean over the repeats",
    "95% ±": "half the 95% interval of that mean",
}

NOTES = (
    "Ours is the mean over the repeats, with a 95% t interval. Cells of table 3 that the "
    "machine-read text does not show are left empty.",
    "The publication's γ of LNPP, 47.4912 (47.7912 in its text), and its 56.3715 cannot be right: "
    "γ² is an even integer.",
    "Two readings of LNPP: b as the scale of its Laplace noise, as the text says, and as the "
    "standard deviation. Two of SBMF: αA as input, as algorithm 2 says, and Hoff's probit model of "
    "the network, in which α has no effect.",
    "E_U: vectors are turned to agree first, as all published cosines are positive.",
    "The published γ of SBMF at all α but 1 are those of a random graph, the square root of "
    "4 m (1 - m/N), 56.5. Our guess: a program of the probit model that takes entries equal to 1 "
    "for edges finds none in αA.",
    "ε of SBMF is the paper's formula with λ₁ of the graph in use, so that α is met. LNPP and "
    "SBMF are not differentially private: their ε is nominal. γ takes the true number of edges.",
    "edgeFlip is ε-differentially private. At these ε it almost surely returns the very graph: at "
    "18.46 it flips one pair in 10,000 releases; above 20 it is run at 20. A rank-5 matrix does "
    "not rebuild the graph even then. ε = 4 is beside it for comparison.",
)
