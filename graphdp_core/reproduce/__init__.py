"""All reproductions of published tables and claims, in the order in which they are shown."""

from graphdp_core.reproduce.centrality_tables import (
    ClosenessTable,
    EigenvectorTable,
    LaplacianTable,
)
from graphdp_core.reproduce.communities_comparison import CommunitiesComparison
from graphdp_core.reproduce.communities_louvaindp import CommunitiesLouvainDP
from graphdp_core.reproduce.communities_moddivisive import CommunitiesModDivisive
from graphdp_core.reproduce.communities_table_2 import CommunitiesTable2
from graphdp_core.reproduce.later_cores import LaterCores
from graphdp_core.reproduce.later_counts import LaterCounts
from graphdp_core.reproduce.later_degrees import LaterDegrees
from graphdp_core.reproduce.later_few import LaterFew
from graphdp_core.reproduce.later_intervals import LaterIntervals
from graphdp_core.reproduce.later_laws import LaterLaws
from graphdp_core.reproduce.later_trees import LaterTrees
from graphdp_core.reproduce.minimum_spanning_trees import SpanningTreeFigure33, SpanningTreeTable31
from graphdp_core.reproduce.mst_clustering import MSTClustering
from graphdp_core.reproduce.mst_seconds import SpanningTreeSeconds
from graphdp_core.reproduce.reproduction import Chart, Reproduction, Table
from graphdp_core.reproduce.shape_clusters import ShapeClustering, ShapeClusters
from graphdp_core.reproduce.shape_controls import ShapeControls
from graphdp_core.reproduce.shape_convergence import ShapeConvergence
from graphdp_core.reproduce.shape_diagrams import ShapeBlocks, ShapeFlips
from graphdp_core.reproduce.shape_models import ShapeModels
from graphdp_core.reproduce.spectra import SpectraTable1, SpectraTable2, SpectraTable3
from graphdp_core.reproduce.spectra_chain import SpectraChain

__all__ = ["REPRODUCTIONS", "Chart", "Reproduction", "Table", "reproduction_of"]

REPRODUCTIONS: tuple[type[Reproduction], ...] = (
    ShapeModels,
    ShapeClusters,
    ShapeFlips,
    ShapeClustering,
    ShapeConvergence,
    ShapeControls,
    ShapeBlocks,
    CommunitiesTable2,
    CommunitiesLouvainDP,
    CommunitiesModDivisive,
    CommunitiesComparison,
    SpanningTreeTable31,
    SpanningTreeFigure33,
    SpanningTreeSeconds,
    MSTClustering,
    EigenvectorTable,
    LaplacianTable,
    ClosenessTable,
    SpectraTable1,
    SpectraTable2,
    SpectraTable3,
    SpectraChain,
    LaterCounts,
    LaterDegrees,
    LaterTrees,
    LaterCores,
    LaterIntervals,
    LaterFew,
    LaterLaws,
)


def reproduction_of(id: str) -> type[Reproduction]:
    """The reproduction with this id, one of `REPRODUCTIONS`.

    Examples
    --------
    >>> reproduction_of("mst-table-3-1").__name__
    'SpanningTreeTable31'
    """
    return next(kind for kind in REPRODUCTIONS if kind.id == id)
