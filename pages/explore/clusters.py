"""Clusters: which communities survive, by several methods or by a private partition."""

from collections.abc import Mapping

from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.msdr import MSDR
from graphdp_core.analyses.single_linkage import SingleLinkage
from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.experiment.compare import Comparison, compatible
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from pages.parts import communities, live_pair, nested_sets, peaks
from pages.shared import moves, page, session, widgets

METHODS = (Louvain, SpectralClustering, ToMATo, DBMSTClu, SingleLinkage, MSDR)

page.question(
    "Are the communities still there?",
    "Communities found in the true graph, and those that the release gives. Matching communities "
    "share colour and symbol.",
)
scenario = session.current()
fitting = {a.title: a for a in METHODS if compatible(scenario.mechanism, a)}
method = widgets.choose("Method", fitting, key="method", by_the_slider=True)
analysis = widgets.settings(method, beside=("threshold",) if method is ToMATo else ())
is_large = scenario.graph.n > communities.LARGE
if not is_large:
    live_pair.offer_repeats(method)
merges = moves.section()
flow = moves.box("How large are they?" if is_large else communities.FLOW, key="flow-box")
trees = nested_sets.offer(sure=method is Louvain and scenario.mechanism.returns is Graph)
blocks = moves.box(communities.BLOCKS, key="blocks-box", help=communities.KEPT_EDGES, is_row=True)
repeated = communities.offer_draws()


def draw(now: Scenario) -> Comparison:
    """The pair, or the flow of a large graph, and the sections."""
    c = page.begin(now, analysis)
    matched = communities.matched(c)
    ranges: Mapping[str, str] = {}
    if is_large:
        communities.large_flow(c, matched)
    else:
        ranges = live_pair.show(c, communities.cards)
    page.conclusion(c, communities.cards(c), ranges=ranges, words=communities.words(c))
    peaks.show(merges, c)
    flow.show(communities.flow_and_sizes, c, matched)
    nested_sets.show(trees, c, matched)
    blocks.show(communities.blocks, c, matched)
    repeated.show(communities.repeated_draws, c)
    return c


page.follow(draw, method)
