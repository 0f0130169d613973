"""Persistence: which components, loops and voids of the shape survive."""

from functools import partial

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from pages.parts import diagrams, dimensions, growth, repeated_diagrams
from pages.shared import moves, page, widgets

GROWN = ("bottleneck_h1", "shift_invariant_h1", "normalised_h1")

page.question(
    "Does the shape survive?",
    "Balls grow around the embedded nodes; each component (H0), loop (H1) or void (H2) is a point: "
    "when it is born and when it dies. Far from the diagonal is shape, near it is noise.",
)
view = diagrams.choose_view()
analysis = widgets.settings(Persistence)
matched = diagrams.choose_matching()
repeated, moving = repeated_diagrams.offer_draws(), repeated_diagrams.offer_animation()
grown = growth.offer()
cloud = moves.box("The cloud behind the diagrams", key="cloud-box")


def draw(scenario: Scenario) -> Comparison:
    """Both diagrams, the studies that were asked for, and the cloud."""
    c = page.begin(scenario, analysis)
    words = diagrams.show(c, view, matched=matched)
    page.conclusion(c, words=words, more=partial(dimensions.void_hint, scenario, analysis))
    repeated.show(repeated_diagrams.repeated_draws, c)
    moving.show(repeated_diagrams.animation, c)
    grown.show(growth.growth, scenario, c, GROWN)
    cloud.show(diagrams.cloud, c)
    return c


page.follow(draw, Persistence)
