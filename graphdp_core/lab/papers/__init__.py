"""All studies of published tables and claims, in the order in which they are shown."""

from graphdp_core.lab.papers.centrality import (
    ClosenessTable,
    EigenvectorTable,
    IdealRanking,
    LaplacianTable,
)
from graphdp_core.lab.papers.communities import (
    CommunitiesComparison,
    CommunitiesLouvainDP,
    CommunitiesModDivisive,
    CommunitiesTable2,
)
from graphdp_core.lab.papers.later import LaterCores, LaterCounts, LaterDegrees, LaterTrees
from graphdp_core.lab.papers.later_coverage import LaterFew, LaterIntervals, LaterLaws
from graphdp_core.lab.papers.questions import LaterConclusions, LaterNames, LaterPlans
from graphdp_core.lab.papers.shapes import (
    ShapeBlocks,
    ShapeClustering,
    ShapeClusters,
    ShapeControls,
    ShapeConvergence,
    ShapeFlips,
    ShapeModels,
)
from graphdp_core.lab.papers.spectra import (
    SpectraChain,
    SpectraLaplacian,
    SpectraTable1,
    SpectraTable2,
    SpectraTable3,
)
from graphdp_core.lab.papers.study import Chart, Study, Table
from graphdp_core.lab.papers.trees import (
    MSTClustering,
    PathsAndMatchings,
    SpanningTreeFigure33,
    SpanningTreeSeconds,
    SpanningTreeTable31,
)

__all__ = ["STUDIES", "Chart", "Study", "Table", "study_of"]

STUDIES: tuple[type[Study], ...] = (
    ShapeModels, ShapeClusters, ShapeFlips, ShapeClustering, ShapeConvergence, ShapeControls,
    ShapeBlocks, CommunitiesTable2, CommunitiesLouvainDP, CommunitiesModDivisive,
    CommunitiesComparison, SpanningTreeTable31, SpanningTreeFigure33, SpanningTreeSeconds,
    MSTClustering, PathsAndMatchings, EigenvectorTable, LaplacianTable, ClosenessTable,
    IdealRanking, SpectraTable1, SpectraTable2, SpectraTable3, SpectraChain, SpectraLaplacian,
    LaterCounts, LaterDegrees, LaterTrees, LaterCores, LaterIntervals, LaterFew, LaterLaws,
    LaterNames, LaterConclusions, LaterPlans,
)  # fmt: skip


def study_of(id: str) -> type[Study]:
    """The study with this id, one of `STUDIES`."""
    return next(kind for kind in STUDIES if kind.id == id)
