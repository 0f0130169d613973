"""Centrality: which nodes stay on top."""

from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from pages.parts import core_study, edge_moves, rank_study, ranking
from pages.shared import moves, page, session, widgets

page.question(
    "Which nodes stay on top?",
    "Nodes ranked by importance in the true graph and in the release. Crossing lines are changed "
    "ranks; who falls below the dashed line has left the top.",
)
wish = widgets.settings(Centrality, beside=("score", "node"))
top = ranking.choose_top()
scenario = session.current()
analysis = matched(wish, scenario.mechanism, scenario.graph)
words: tuple[str, ...] = ()
if analysis.score != wish.score:
    words = (
        f"{scenario.mechanism.title} releases {analysis.score} scores: the true ranking follows "
        "the release.",
    )
found = moves.box("How much of the top is found again?", key="found-again", is_row=True)
wandering = rank_study.offer_intervals(scenario)
moved = edge_moves.offer(scenario.graph, analysis)
cores = core_study.offer(scenario.graph, analysis)
noise = rank_study.offer_feasibility(scenario, analysis)
compared = rank_study.offer_methods(scenario, analysis)


def draw(now: Scenario) -> Comparison:
    """Both rankings, and the studies that were asked for."""
    c = page.begin(now, analysis)
    ranking.slopes(c, top)
    page.conclusion(c, words=words)
    found.show(ranking.found_again, c)
    wandering.show(rank_study.intervals, c)
    moved.show(edge_moves.show, c)
    cores.show(core_study.show, c)
    noise.show(rank_study.feasibility, c)
    compared.show(rank_study.methods, c)
    return c


page.follow(draw, Centrality)
