"""The five papers and later work as rows: what each claims, and what became of it here."""

from graphdp_core.reproduce.papers.centrality import CENTRALITY
from graphdp_core.reproduce.papers.communities import COMMUNITIES
from graphdp_core.reproduce.papers.later import LATER
from graphdp_core.reproduce.papers.paper import Paper, Row, Status
from graphdp_core.reproduce.papers.shape import SHAPE
from graphdp_core.reproduce.papers.spectra import SPECTRA
from graphdp_core.reproduce.papers.trees import TREES

__all__ = ["PAPERS", "Paper", "Row", "Status"]

PAPERS = (SHAPE, COMMUNITIES, CENTRALITY, TREES, SPECTRA, LATER)
