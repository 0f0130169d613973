"""Side by side: one property of the truth and of two releases, A and B."""

import graphdp_core as gdp
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.scenario import Scenario
from pages.parts import rival, two_releases
from pages.shared import moves, page, session, widgets

page.question(
    "Which of the two keeps more?",
    "The true graph, release A with the sidebar's mechanism and the slider's ε, and beside it B, "
    "which differs in what you choose. What is done in one picture is done in all three.",
)
scenario = session.current()
fitting = {a.title: a for a in gdp.ANALYSES if compatible(scenario.mechanism, a)}
kind = widgets.choose("Property", fitting, key="analysis", by_the_slider=True)
other = rival.choose(scenario, kind())
two_releases.offer_promises()
numbers = moves.box("All numbers side by side", ":material/table:", key="side-by-side-table")


def draw(now: Scenario) -> None:
    """Answer, three pictures, both promises, and the numbers if they are asked for."""
    a = page.begin(now, other.analysis, says=False)
    b = other.compared(a, page.compare)
    two_releases.show(a, b, other)
    numbers.show(two_releases.numbers, a, b)


moves.follow(draw)
