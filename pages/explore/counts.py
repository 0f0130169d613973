"""Counts: one number released by itself, or read from a released graph."""

from graphdp_core.analyses.subgraph_counts import SubgraphCounts, as_counted
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from pages.parts import counting
from pages.shared import moves, page, session, widgets

page.question(
    "How many are there?",
    "One number of the graph: released by itself, as 'Private count' does, or read from a "
    "released graph and corrected for its noise.",
)
wish = widgets.settings(SubgraphCounts, beside=("count", "k"))
scenario = session.current()
analysis = as_counted(wish, scenario.mechanism)
words: tuple[str, ...] = ()
if analysis != wish:
    words = (f"{scenario.mechanism.title} releases its own count: the page counts the same.",)
ways = moves.box("Which way of counting is off least?", key="ways", help=counting.WAYS)


def draw(now: Scenario) -> Comparison:
    """Both numbers, and every way of releasing one."""
    c = page.begin(now, analysis)
    counting.both(c)
    page.conclusion(c, words=words)
    ways.show(counting.ways, c)
    return c


page.follow(draw, SubgraphCounts)
