"""What the screen says is held against its numbers: headlines, first figures, promises, tiles.

Of every graph of the menu, kind of release and view at six epsilons; a sample of them, at three,
with every commit.
"""

import math
import re

import pytest

import graphdp_core as gdp
from graphdp_core.analyses.conclusions import QUESTIONS
from graphdp_core.data import EXAMPLES, load_graph
from graphdp_core.digits import epsilon_label, number_word
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.feasible import suited
from graphdp_core.experiment.properties import MEASURED, PROPERTIES
from graphdp_core.experiment.survival import chance_level, judge, survival, verdict_of
from graphdp_core.params import Refused
from graphdp_core.plots.side_by_side import promises
from graphdp_core.stage import Beside, Stage
from graphdp_core.stage.board import EDGE, Board
from graphdp_core.stage.stop import PUBLIC

SIX = (0.3, 1.0, 3.0, 6.0, 20.0, 4500.0)
THREE = (0.3, 3.0, 4500.0)
GRAPHS = ("karate", "les_miserables", *(example.id for example in EXAMPLES))
FAMILIES = {(m.returns, m.relation): m.id for m in reversed(gdp.MECHANISMS)}
SHORT = [
    ("karate", "edge_flip"), ("karate", "lnpp"), ("karate", "louvain_dp"), ("karate", "node_graph"),
    ("karate", "noisy_degrees"), ("les_miserables", "weight_laplace"), ("poll", "weight_laplace"),
    ("les_miserables", "pamst"), ("karate", "private_count"),
]  # fmt: skip
LONG = [(graph, id, SIX) for graph in GRAPHS for id in FAMILIES.values()]
EVERY = pytest.mark.parametrize(
    ("graph", "id", "epsilons"),
    [
        *((*case, THREE) for case in SHORT),
        *(pytest.param(*case, marks=pytest.mark.long) for case in LONG),
    ],
)
SHARE = re.compile(r"(?<![\d.])(\d[\d,]*(?:\.\d+)?)%")
SPELLED_BADLY = re.compile(r"\bnan\b|\bunknown\b|\binf\b|\d[eE][+-]\d")


def made(graph, id):
    """The mechanism as the menus set it for this graph."""
    kind = type(gdp.mechanism(id))
    return kind(**kind.defaults_for(None, graph.answers))


def views(graph, mechanism):
    return [suited(a(), graph, mechanism) for a in gdp.ANALYSES if compatible(mechanism, a)]


def stop_at(stage, epsilon):
    """None where the mechanism or the analysis refuses."""
    try:
        stop_there = stage.stop(epsilon)
    except Refused:
        return None
    return None if stop_there.refused else stop_there


def says_no_more_than_it_knows(text, values):
    """Whole and nothing are said only of a number that is, and no number is spelled badly."""
    assert not SPELLED_BADLY.search(text), text
    known = [v for v in values if math.isfinite(v)]
    for word in SHARE.findall(text):
        if word in ("0", "100"):
            cut = (max(v, 0.0) for v in known)  # an agreement below 0 is none
            ends = (*known, *cut, *(1.0 - v for v in known), *(v / 2 for v in known))
            assert any(abs(v - float(word) / 100) < 1e-9 for v in ends), (text, values)


def exact_shares(text):
    return SHARE.findall(re.sub(r"(less|more) than [\d.,]+%", "", text))


def is_of_a_metric(word, values):
    """Whether a percentage is one of the metrics, of what they leave, or of half of them."""
    digits = len(word.partition(".")[2])
    shown, near = float(word.replace(",", "")), 0.5000001 * 10**-digits
    derived = [f(v) for v in values for f in (abs, lambda v: 1 - v, lambda v: v / 2)]
    return any(abs(100 * v - shown) <= max(near, 0.005 * shown) for v in derived)


@pytest.mark.sample
@EVERY
def test_a_view_s_headline_and_figures_are_its_metrics(graph, id, epsilons):
    graph, checked = load_graph(graph), 0
    mechanism = made(graph, id)
    for analysis in views(graph, mechanism):
        stage = Stage(graph, mechanism, analysis, epsilons=epsilons)
        for epsilon in epsilons:
            if (stop := stop_at(stage, epsilon)) is None:
                continue
            checked += 1
            c = stage.comparison(epsilon)
            values = list(c.metrics.values())
            says_no_more_than_it_knows(f"{stop.answer} {stop.detail}", values)
            finite = [v for v in values if math.isfinite(v)]
            assert (stop.answer, stop.detail) == PUBLIC or (
                stop.answer.startswith(f"At {epsilon_label(epsilon)}") is mechanism.reads_epsilon
            ), stop.answer
            for word in () if (stop.answer, stop.detail) == PUBLIC else exact_shares(stop.answer):
                assert is_of_a_metric(word, finite), (stop.answer, c.metrics)
            for name, value in beside_the_tile(stop, c):
                named = [m for m in c.analysis.metrics if name.startswith(m.label)]
                metric = max(named, key=lambda m: len(m.label))
                says_no_more_than_it_knows(value, [c.metrics.get(metric.id, math.nan)])
            promise_is_kept(stop, c.guarantee)
    assert checked or all(mechanism.refusal(graph, epsilon) for epsilon in epsilons)


def beside_the_tile(stop, c):
    """The figures but the first, which is that of the tile on the Board, where it has one."""
    item = next((p for p in MEASURED if type(c.analysis) in map(type, p.analyses)), None)
    if item is None:
        first = next(m for m in c.analysis.metrics if m.id == c.analysis.headline(c.graph)[0])
        assert stop.figures[0][0].startswith(first.label)
        return stop.figures
    levels = chance_level(c.graph, c.mechanism, c.analysis, c.baseline)
    number = item.number(judge(c.analysis, [c.metrics], levels).metric, c.metrics)
    assert stop.figures[0][0].startswith(number.words)
    assert stop.figures[0][1] == number.figure
    return stop.figures[1:]


def promise_is_kept(stop, g):
    """What is promised, by words and shield; nothing where doubt is gone, however it was proved."""
    assert stop.statement.startswith(f"{g.strength.capitalize()} ") is g.protects
    assert stop.words["strength"] == g.strength
    assert "100%" not in stop.odds


def clauses(answer):
    """By property: what its part of the sentence says of it."""
    survives = answer.split("; ")[0]
    return {
        item.id: next((part for part in survives.split(", ") if item.name in part), "")
        for item in PROPERTIES
    }


WORD = {"survives": "survive", "blurred": "blurred", "lost": "lost"}
COUNTED = re.compile(r"(\w+) of (\w+) (survive|are blurred)")


@pytest.mark.sample
@EVERY
def test_the_board_s_verdicts_are_those_of_its_numbers(graph, id, epsilons):
    graph, checked = load_graph(graph), 0
    mechanism = made(graph, id)
    board = Board(graph, mechanism, epsilons=epsilons)
    for epsilon in epsilons:
        stop = stop_at(board, epsilon)
        if stop is None:
            continue
        g = mechanism.guarantee(epsilon)
        promise_is_kept(stop, g)
        answer = stop.answer
        assert not SPELLED_BADLY.search(answer), answer
        assert (epsilon_label(epsilon) in answer) is mechanism.reads_epsilon
        assert (epsilon_label(epsilon) in stop.asked) is mechanism.reads_epsilon
        is_told = "sure after" in answer or "every secret" in answer
        assert is_told is (not g.protects or g.hardly_protects)
        told = clauses(answer)
        for tile in stop.drawing.tiles:
            assert not SPELLED_BADLY.search(f"{tile.figure} {tile.words} {tile.note}")
            if tile.id == EDGE:
                assert ("100%" in tile.figure) is (not g.status.is_proved or bool(g.empty))
                continue
            if not tile.picture:
                assert not tile.verdict
                continue
            if tile.id == "person":  # an attack: nothing survives, and nothing is hidden
                is_recognised_as_counted(
                    tile, Stage(graph, mechanism, ATTACK, epsilons=SIX), epsilon
                )
                continue
            if tile.id == "conclusions":
                c = Stage(graph, mechanism, DECISIONS, epsilons=SIX).comparison(epsilon)
                decided = [c.metrics[one.id] for one in QUESTIONS]
                kept, known = decided.count(1.0), sum(not math.isnan(one) for one in decided)
                assert (tile.figure, tile.words) == (f"{kept} of {known}", "stay")
                assert (tile.verdict == "all stay") is (kept == known)
                continue
            checked += 1
            analysis = board.fed[tile.id].analysis
            c = Stage(graph, mechanism, analysis, epsilons=epsilons).comparison(epsilon)
            seen = survival(c)[analysis.id]
            assert tile.verdict == seen.verdict.value
            assert tile.score is None or verdict_of(tile.score) is seen.verdict
            says_no_more_than_it_knows(tile.figure, [*c.metrics.values()])
            if told[tile.id] and tile.verdict in WORD and "all " not in told[tile.id]:
                assert re.search(WORD[tile.verdict], told[tile.id]), (answer, tile.id, tile.verdict)
            is_public = g.relation.edges_are_public and math.isnan(seen.score)
            assert (tile.verdict in ("public", "")) is (is_public or math.isnan(seen.perfect))
        verdicts = [t.verdict for t in stop.drawing.tiles[:-1] if t.verdict in WORD]
        if "all seven properties survive" in answer:
            assert verdicts == ["survives"] * 7
        if counted := COUNTED.search(answer.split("; ")[0]):
            fate = "survives" if counted[3] == "survive" else "blurred"
            counts = number_word(verdicts.count(fate)), number_word(len(verdicts))
            assert (counted[1], counted[2]) == counts
    assert (
        checked or all(mechanism.refusal(graph, epsilon) for epsilon in epsilons) or not board.fed
    )


ATTACK, DECISIONS = gdp.analysis("recognition"), gdp.analysis("conclusions")


def is_recognised_as_counted(tile, stage, epsilon):
    """Its number is that of the view, what the attacker knows stands beside it, and no promise."""
    private = stage.comparison(epsilon).private
    assert tile.figure == f"{int(private.right.sum()):,} of {private.others:,}"
    assert ATTACK.knows in tile.words
    assert tile.verdict in ("exposed", "partly exposed", "few", "nobody")
    assert (tile.verdict == "exposed") is (private.share >= 0.5)
    assert "no promise for a tie hides a person" in tile.help


RIVALS = [
    ("karate", "edge_flip", "node_graph"), ("les_miserables", "weight_laplace", "edge_flip"),
    ("karate", "noisy_eigenvalues", "lnpp"), ("karate", "lnpp", "sbmf"),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize(("graph", "a", "b"), RIVALS)
def test_two_releases_are_ranked_under_one_promise_alone_by_the_first_figure(graph, a, b):
    graph, checked = load_graph(graph), 0
    one, other = made(graph, a), made(graph, b)
    for analysis in views(graph, one):
        if not compatible(other, analysis):
            continue
        beside = Beside(Stage(graph, one, analysis, epsilons=THREE), other)
        for epsilon in THREE:
            if (stop := stop_at(beside, epsilon)) is None:
                continue
            checked += 1
            left, right = beside.compared(epsilon)
            apart = promises(left.guarantee, right.guarantee)
            label, values = stop.figures[0]
            near = [name for name, _ in stop.figures if "nearer" in name]
            ranked = near or "is nearer the truth" in stop.answer
            assert not (apart and ranked), stop.answer
            assert ("no ranking" in stop.answer) is bool(apart)
            assert stop.detail.startswith(apart)
            if apart or "is nearer the truth" in stop.answer:
                for value in values.split(" | "):
                    assert value in stop.answer, (stop.answer, values)
            if winner := re.match(r"([AB]) is nearer the truth", stop.answer):
                assert f"({winner[1]} nearer" in label
    assert checked
