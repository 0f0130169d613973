"""All mechanisms, in the order in which they are shown; those of other packages stand last."""

from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.exact_tree import ExactTree
from graphdp_core.mechanisms.group_mixing import GroupMixing
from graphdp_core.mechanisms.k_anonymous import KAnonymous
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.mechanisms.low_rank_posterior import LowRankPosterior
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.mod_divisive import ModDivisive
from graphdp_core.mechanisms.names_off import NamesOff
from graphdp_core.mechanisms.node_count import NodeCount
from graphdp_core.mechanisms.node_degrees import NodeDegrees
from graphdp_core.mechanisms.node_graph import NodeGraph
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.noisy_eigenvalues import NoisyEigenvalues
from graphdp_core.mechanisms.one_pass_labelling import OnePassLabelling
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.private_block_model import PrivateBlockModel
from graphdp_core.mechanisms.private_bter import PrivateBTER
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.mechanisms.private_tree_cost import PrivateTreeCost
from graphdp_core.mechanisms.sbmf import SBMF
from graphdp_core.mechanisms.threshold_peeling import ThresholdPeeling
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.mechanisms.two_round_laplacian import TwoRoundLaplacian
from graphdp_core.mechanisms.weight_gaussian import WeightGaussian
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.plugins import added
from graphdp_core.privacy.guarantee import Status

__all__ = ["MECHANISMS", "OFFERED", "OURS", "Mechanism"]

OURS: tuple[type[Mechanism], ...] = (
    EdgeFlip,
    LaplaceFlip,
    TopMFilter,
    LowRankPosterior,
    PrivateBlockModel,
    PrivateBTER,
    DKSeries,
    NamesOff,
    KAnonymous,
    LouvainDP,
    ModDivisive,
    OnePassLabelling,
    PrivateCount,
    GroupMixing,
    NodeCount,
    NodeDegrees,
    NodeGraph,
    NoisyDegrees,
    TwoRoundLaplacian,
    ThresholdPeeling,
    NoisyCentrality,
    NoisyEigenvalues,
    LNPP,
    SBMF,
    PrivateTreeCost,
    WeightLaplace,
    WeightGaussian,
    PAMST,
    MinusExponential,
    ExactTree,
)

MECHANISMS = OURS  # for what a package imports while it is loaded
MECHANISMS = (*OURS, *added("graphdp.mechanisms", Mechanism, OURS))
OFFERED = tuple(kind for kind in MECHANISMS if kind.status is not Status.AS_PRACTISED)
"""Those that may be proposed: never what people practise without a promise."""
