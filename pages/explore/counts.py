"""Counts: one number or the degrees, released by themselves or read from a released graph."""

from graphdp_core.analyses.subgraph_counts import as_counted
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from pages.parts import counting
from pages.shared import moves, page, session, widgets

page.question(
    "How many are there?",
    "One number of the graph, or how many nodes have how many edges: released by itself, as "
    "'Private count' does, or read from a released graph and corrected for its noise.",
)
scenario = session.current()
kind = counting.choose_kind(scenario)
wish = widgets.settings(kind, beside=("count", "k"))
analysis = wish if kind is not counting.NUMBER else as_counted(wish, scenario.mechanism)
words: tuple[str, ...] = ()
if analysis != wish:
    words = (f"{scenario.mechanism.title} releases its own count: the page counts the same.",)
ways = (
    moves.box("Which way of counting is off least?", key="ways", help=counting.WAYS)
    if kind is counting.NUMBER
    else moves.nowhere()
)
units = moves.box(
    "One edge or one node: what does the same ε cost?", key="units", help=counting.UNITS
)


def draw(now: Scenario) -> Comparison:
    """Both sides, and every way of releasing a number."""
    c = page.begin(now, analysis)
    counting.both(c)
    page.conclusion(c, words=words)
    ways.show(counting.ways, c)
    units.show(counting.units, c)
    return c


page.follow(draw, kind)
