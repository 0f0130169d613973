"""Overview: the graph twice, its statistics raw and corrected, and what an adversary learns."""

from collections.abc import Mapping

from graphdp_core.analyses.overview import Overview
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from pages.parts import early_communities, large_pair, live_pair, released_edges
from pages.shared import moves, page, session

page.question(
    "What does privacy do to this graph?",
    "The same nodes at the same places: on the left the true graph, on the right one release.",
)
graph = session.current().graph
as_matrix = graph.n <= page.LARGE and released_edges.choose_matrix(graph)
if not as_matrix:
    live_pair.offer_repeats(Overview)
one_edge = moves.box("What could someone learn about one edge?", key="one-edge", holds="belief")
degrees = moves.box("Do the degrees survive?", key="degrees-box")


def draw(scenario: Scenario) -> Comparison:
    """The pair or the matrices, and both sections."""
    with early_communities.sought_meanwhile(scenario.graph):
        c = page.begin(scenario, Overview())
    ranges: Mapping[str, str] = {}
    words: tuple[str, ...] = ()
    if as_matrix:
        large_pair.matrix(c)
        words = (large_pair.MATRIX,)
    else:
        ranges = live_pair.show(c, released_edges.cards)
    page.conclusion(c, released_edges.cards(c), ranges=ranges, words=words)
    one_edge.show(released_edges.learnt_about_one_edge, c)
    degrees.show(released_edges.degrees, c)
    return c


page.follow(draw, Overview)
