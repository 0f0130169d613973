"""The board's table: every mechanism feeds what it can, and the rest says why not."""

import math

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.board import Tile, Unavailable, one_edge, tiles
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.graphs.graph import Graph
from pages.table import TABLE

each_mechanism = pytest.mark.parametrize("mechanism", gdp.MECHANISMS, ids=lambda m: m.id)
each_property = pytest.mark.parametrize("item", PROPERTIES, ids=lambda p: p.id)


@each_mechanism
def test_a_tile_fits_its_mechanism_and_a_missing_one_names_others_that_can(mechanism, karate):
    board = tiles(karate, mechanism())
    assert list(board) == [item.id for item in PROPERTIES]
    for item in PROPERTIES:
        tile = board[item.id]
        if isinstance(tile, Tile):
            assert compatible(mechanism, tile.analysis)
            continue
        assert tile.reason.startswith(mechanism.called())
        for id in tile.mechanisms:
            other = gdp.mechanism(id)
            assert other.relation is mechanism.relation
            assert any(compatible(other, analysis) for analysis in item.analyses)


@each_mechanism
def test_every_mechanism_that_the_board_offers_feeds_at_least_one_tile(mechanism, karate):
    outcome = any(isinstance(tile, Tile) for tile in tiles(karate, mechanism()).values())
    assert outcome == TABLE[0].shows(mechanism.returns)


def test_a_released_graph_feeds_everything(karate):
    board = tiles(karate, gdp.mechanism("edge_flip"))
    assert all(isinstance(tile, Tile) for tile in board.values())


def test_what_a_mechanism_refuses_on_this_graph_is_unavailable_with_its_own_words(karate):
    plain = Graph(karate.n, karate.edges)
    board = tiles(plain, gdp.mechanism("pamst"), epsilon=1.0)
    assert all(isinstance(tile, Unavailable) for tile in board.values())
    assert "weights" in board["tree"].reason


def test_a_tree_by_private_weights_is_compared_by_weights(karate):
    assert tiles(karate, gdp.mechanism("pamst"))["tree"].analysis.length == "weights"
    assert tiles(karate, gdp.mechanism("edge_flip"))["tree"].analysis.length == "embedding"


def test_the_top_follows_the_scores_that_are_released(karate):
    assert tiles(karate, gdp.mechanism("two_round_laplacian"))["top_nodes"].analysis.score == (
        "laplacian"
    )


@each_property
def test_every_yardstick_has_a_number_and_no_other_metric_has(item):
    judged = {yardstick.metric for a in item.analyses for yardstick in a.yardsticks}
    assert set(item.numbers) == judged


@each_property
def test_words_hold_for_the_metrics_of_a_comparison_and_for_none(item, karate):
    c = gdp.compare(karate, gdp.mechanism("edge_flip"), item.analyses[0], epsilon=3.0)
    nothing = dict.fromkeys(c.metrics, math.nan)
    for metric in item.numbers:
        assert item.number(metric, nothing).figure in ("nothing to compare", "no ranking")
        assert item.number(metric, nothing).value == ""
        number = item.number(metric, c.metrics)
        assert "nan" not in str(number)
        assert number.value in number.figure or number.figure == "lost"


def words(id, judged, **metrics):
    item = next(item for item in PROPERTIES if item.id == id)
    every = {metric.id: math.nan for analysis in item.analyses for metric in analysis.metrics}
    return str(item.number(judged, every | metrics))


@pytest.mark.parametrize(
    ("id", "metric", "value", "text"),
    [
        ("top_nodes", "top10_kept", 2.0, "2 of 10 stay"),
        ("positions", "procrustes_error", 0.0153, "1.5% off in place"),
        ("positions", "procrustes_error", 1.3, "off by more than the map's size"),
        ("tree", "edge_overlap", 0.157, "16% kept ties"),
        ("shape", "normalised_h1", 2.5, "lost loop"),
        ("spectrum", "eigenvalues_lost", 0.125, "12% off in their strengths"),
    ],
)
def test_numbers_are_in_plain_words(id, metric, value, text):
    assert words(id, metric, **{metric: value}) == text


def test_the_degrees_are_what_is_judged():
    said = words("degrees", "degree_distance", degree_distance=0.153)
    assert said == "15% off in spread"


def test_one_edge_is_the_posterior_and_its_two_releases():
    learnt = one_edge(gdp.mechanism("edge_flip").guarantee(3.0))
    assert learnt.beliefs[0.5] == pytest.approx(0.9526, abs=1e-4)
    assert learnt.shown + learnt.falsely_shown == 1.0
    nothing = one_edge(gdp.mechanism("edge_flip").guarantee(0.0))
    assert dict(nothing.beliefs) == {0.5: 0.5, 0.01: pytest.approx(0.01)}


def test_without_a_proof_an_adversary_may_learn_everything():
    learnt = one_edge(gdp.mechanism("lnpp").guarantee(1.0))
    assert not learnt.is_proved
    assert set(learnt.beliefs.values()) == {1.0}
