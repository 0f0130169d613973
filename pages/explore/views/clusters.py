"""Clusters: which communities survive, by several methods or by a private partition."""

from typing import Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.analyses.tree_partitioning import MSDR, DBMSTClu, SingleLinkage
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import Partition, SpanningTree
from graphdp_core.vocabulary import COMMUNITIES
from pages.explore.sections import communities
from pages.explore.view import Choice, Section, View, offered
from pages.session import session
from pages.ui import widgets

METHODS = (Louvain, SpectralClustering, ToMATo, DBMSTClu, SingleLinkage, MSDR)


def _choose(now: Scenario) -> Choice:
    fitting = {a.title: a for a in METHODS if compatible(now.mechanism, a)}
    fitting = fitting or {a.title: a for a in METHODS}  # the stage says why none fits
    method = widgets.choose("Method", fitting, key="method", by_the_slider=True)
    analysis = widgets.settings(method, beside=("threshold",) if method is ToMATo else ())
    if now.mechanism.returns is Partition:
        session.place("choices").caption(
            f":material/info: {now.mechanism.title} releases communities, not a graph: the method "
            "is used for those without privacy only."
        )
    choice = _choice(now, analysis)
    return offered(choice, now) if choice.draw is None else choice


def _usual(now: Scenario) -> Choice:
    return _choice(now, DBMSTClu() if now.mechanism.returns is SpanningTree else Louvain())


def _choice(now: Scenario, analysis: Analysis[Any]) -> Choice:
    """As communities in their places; of a graph too large to draw, as the flow between them."""
    if now.graph.n <= communities.LARGE:
        return Choice(analysis)
    return Choice(analysis, communities.flow, "flow")


VIEW = View(
    COMMUNITIES.view, COMMUNITIES.title, "Are the same communities found again?", _choose, _usual,
    (
        Section("Which peaks are clusters?", "peaks-box", communities.merges,
                wanted=communities.have_heights),
        Section("Who moved where, and how large are they?", "flow-box",
                communities.flow_and_sizes),
        Section(communities.BLOCKS, "blocks-box", communities.blocks,
                help=communities.KEPT_EDGES, is_row=True),
        Section("How sure is it that two nodes belong together?", "co-assignment-box",
                communities.repeated_draws),
    ),
)  # fmt: skip
