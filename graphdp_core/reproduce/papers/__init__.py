"""The five papers and later work as rows: what each claims, and what became of it here."""

from graphdp_core.reproduce.papers.centrality import CENTRALITY
from graphdp_core.reproduce.papers.communities import COMMUNITIES
from graphdp_core.reproduce.papers.later import LATER
from graphdp_core.reproduce.papers.paper import Paper, Row, Status
from graphdp_core.reproduce.papers.shape import SHAPE
from graphdp_core.reproduce.papers.spectra import SPECTRA
from graphdp_core.reproduce.papers.trees import TREES

__all__ = ["PAPERS", "Paper", "Row", "Status", "rows_about"]

PAPERS = (SHAPE, COMMUNITIES, CENTRALITY, TREES, SPECTRA, LATER)


def rows_about(mechanism: str) -> list[tuple[Paper, Row]]:
    """What the papers and later work say of a mechanism, by its id.

    Examples
    --------
    >>> [(paper.id, row.reproduction) for paper, row in rows_about("threshold_peeling")]
    [('later', 'later-cores')]
    """
    return [(paper, row) for paper in PAPERS for row in paper.rows if mechanism in row.mechanisms]
