"""All analyses, in the order in which they are shown; those of other packages stand last."""

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.conclusions import ConclusionsAnalysis
from graphdp_core.analyses.degree_distribution import DegreeDistribution
from graphdp_core.analyses.graph_queries import GraphQueries
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.mixing import GroupEdges
from graphdp_core.analyses.overview import Overview
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.recognition import Recognition
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts, TreeCost
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.analyses.tree_partitioning import MSDR, DBMSTClu, SingleLinkage
from graphdp_core.plugins import added

__all__ = ["ANALYSES", "OURS", "Analysis"]

OURS: tuple[type[Analysis], ...] = (
    Overview,
    SpectralEmbedding,
    Persistence,
    Louvain,
    SpectralClustering,
    ToMATo,
    DBMSTClu,
    SingleLinkage,
    MSDR,
    MinimumSpanningTree,
    Centrality,
    SpectrumAnalysis,
    SubgraphCounts,
    DegreeDistribution,
    GroupEdges,
    GraphQueries,
    TreeCost,
    Recognition,
    ConclusionsAnalysis,
)

ANALYSES = OURS  # for what a package imports while it is loaded
ANALYSES = (*OURS, *added("graphdp.analyses", Analysis, OURS))
