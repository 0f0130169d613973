"""The front page as the server sends it: one stage, the same stops for all who ask the same.

Many draws on the board: verdicts follow their middle, and every number has its range.
"""

import asyncio
import json
import math
import re

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment import curves as curves_file
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.curves import BOARD_REPEATS, Curve
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.experiment.survival import Survival, Verdict, verdict_of
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.stage import Board
from graphdp_core.stage.board import PAIRED_FROM, STOPS
from pages.board import board
from pages.explore.views import VIEWS as EXPLORED
from pages.parts import board_curves, board_first
from pages.parts.board_curves import (
    BoardCurves,
    Spread,
    _curve,
    _measured_only,
    _of_person,
    _spread,
    value_range,
)
from pages.server import server
from pages.server.server import OwnAddress
from pages.server.stages import BEHIND, STAGES, Stages
from pages.table import TABLE
from tests.app.conftest import HERE
from tests.app.test_pages import KARATE, UPLOADS

BOARD = TABLE[0].address


@pytest.fixture(scope="module")
def karate():
    return gdp.load_graph("karate")


def sent(visitor):
    """What the page tells its board."""
    (told,) = visitor.told("graphdp.board")
    return told


def key_of(data):
    return data["address"].rsplit("/", 1)[1]


def test_the_page_names_a_stage_that_answers_its_epsilon(visitor):
    visitor.open(BOARD, graph=KARATE, epsilon="1.5").check()
    data = sent(visitor)
    assert data["epsilon"] == 1.5
    assert [stop["epsilon"] for stop in data["stops"]] == [0.0, *EPSILONS]
    staged = STAGES.find(key_of(data), visitor="")
    assert staged.stage.stop(1.5).answer.startswith("At ε = 1.5 ")


@pytest.mark.sample
@pytest.mark.parametrize("name", [*list(UPLOADS)[::6], "no-edges.graphml", "complete.csv"])
def test_the_board_survives_awkward_uploads_and_keeps_them_to_their_owner(visitor, name):
    visitor.upload(name, UPLOADS[name])
    visitor.open(BOARD).check()
    key = key_of(sent(visitor))
    assert STAGES.find(key, visitor="") is None
    (staged,) = (s for k, s in STAGES._stages.items() if k == key)
    assert staged.visitor
    assert staged.stage.stop(3.0).answer


@pytest.mark.parametrize("epsilon", ["0", "1.5"])
def test_other_pages_keep_the_board_s_epsilon(visitor, epsilon):
    visitor.open(BOARD, graph=KARATE, epsilon=epsilon).check()
    assert not visitor.at.select_slider
    visitor.open("explore").check()
    assert visitor.stop.epsilon == float(epsilon)


def test_an_epsilon_that_is_no_stop_is_told_beside_the_one_that_is_shown(visitor):
    visitor.open(BOARD, graph=KARATE, epsilon="3.3").check()
    assert "You see ε = 3." in visitor.at.warning[0].value
    assert sent(visitor)["epsilon"] == 3.0


def test_every_tile_opens_a_view_that_there_is(karate):
    drawn = Board(karate, gdp.mechanism("edge_flip")).stop(3.0).drawing.tiles
    assert {tile.id for tile in drawn} == set(board.VIEWS)
    assert set(board.VIEWS.values()) <= {view.id for view in EXPLORED}


def test_what_is_prepared_is_what_a_first_visitor_sees(visitor):
    visitor.open(BOARD).check()
    data = sent(visitor)
    assert key_of(data) == board_first.first_board().key
    assert data["epsilon"] == board_first.USUAL


@pytest.mark.long
def test_the_start_leaves_the_usual_stop_and_its_stills_ready(monkeypatch):
    stages, first = Stages(), board_first.first_board()
    monkeypatch.setattr(board_first, "STAGES", stages)
    board_first.prepare()
    staged = stages.find(first.key, visitor="")
    assert set(staged.parts) == {"shared", "3", "3.light.svg", "3.dark.svg"}
    page = board_first.first_picture()
    stop = first.stop(3.0)
    plain = page.replace("<span>", "").replace("</span>", "")
    assert f"<h1>{stop.asked}</h1>" in plain  # the answer waits for the repeats
    assert stop.statement in page
    for part in ("3.light.svg", "3.dark.svg"):
        assert f"{first.key}/{part}" in page


def test_a_first_page_waits_for_no_still(monkeypatch):
    monkeypatch.setattr(board_first, "STAGES", Stages())
    assert board_first.first_picture() == "", "it is only begun"


@pytest.mark.parametrize(
    ("path", "query", "stands"),
    [("/", b"", True), ("/", b"graph=karate", False), ("/explore", b"", False)],
)
def test_the_still_stands_on_the_first_page_of_a_first_visit_alone(
    monkeypatch, path, query, stands
):
    monkeypatch.setattr(board_first, "first_picture", lambda: "<div id=still></div>")
    board_first.first_picture.__module__ = board_first.__name__
    monkeypatch.setattr(server, "still_of", lambda page, query: "")
    sent = []

    async def page(scope, receive, send):
        headers = [(b"content-type", b"text/html")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"<head></head><body></body>"})

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http", "path": path, "query_string": query, "root_path": "",
        "headers": [(b"accept", b"text/html"), (b"host", b"x")],
    }  # fmt: skip
    asyncio.run(OwnAddress(page, {}, "class", board_first.__name__)(scope, None, send))
    assert (b"<div id=still>" in sent[-1]["body"]) == stands


@pytest.fixture
def _here(monkeypatch):
    monkeypatch.setattr(curves_file, "shared_pool", lambda: HERE)


@pytest.mark.long
@pytest.mark.usefixtures("_here")
def test_draws_are_measured_once_somebody_looks_and_kept_once_all_are_there(karate):
    made = Board(karate, gdp.mechanism("louvain_dp"))
    curves = BoardCurves(made, CellStore())
    stages = Stages()
    staged = stages.find(stages.open(made, behind=curves), visitor="")
    assert curves._curves is None
    first = staged.look_behind()
    assert set(first.content["tiles"]) == {"communities", "one_edge"}
    assert curves._curves.wait(120.0)
    whole = staged.look_behind()
    assert whole.is_lasting
    assert BEHIND in staged.parts
    rows, answers = whole.content["tiles"]["communities"], whole.content["answers"]
    assert len(answers) == len(made.epsilons) == len(rows["verdicts"])
    for at, epsilon in enumerate(made.epsilons):
        if answers[at] and epsilon:
            word = {"survives": "survive"}.get(verdict := rows["verdicts"][at], verdict)
            assert re.search(rf"communities (are )?(usually )?{word}", answers[at])
    json.dumps(dict(whole.content), allow_nan=False)


def test_a_stop_that_takes_long_is_told_by_its_tiles_and_nothing_twice(karate):
    stages, made = Stages(), Board(karate, gdp.mechanism("edge_flip"), seed=93)
    staged = stages.find(stages.open(made), visitor="")
    frames = staged.so_far("1.5", -1)
    assert frames["tiles"] == 0
    assert staged.so_far("1.5", 0) == {}
    made.stop(1.5)
    more = staged.so_far("1.5", 0)
    assert more["tiles"] == 9
    assert len(more["stop"]) > len(frames["stop"])
    assert staged.so_far("shared", -1) == staged.so_far("1.5.light.svg", -1) == {}


@pytest.mark.usefixtures("_here")
def test_a_stage_that_goes_ends_what_is_measured_behind_it(karate):
    made = Board(karate, gdp.mechanism("louvain_dp"), 5)
    curves, stages = BoardCurves(made, CellStore()), Stages()
    staged = stages.find(stages.open(made, behind=curves), visitor="")
    staged.look_behind()
    running = curves._curves
    assert 5 not in {job.seed for job in running._jobs}, "no verdict turns with the draw shown"
    assert curves in board_curves._looked_at
    staged.end()
    assert curves not in board_curves._looked_at, "it holds somebody's graph"
    assert running.wait(60.0)
    assert running.done < running.total


BY_ID = {item.id: item for item in PROPERTIES}
JUDGED = [(item, metric) for item in PROPERTIES for metric in item.numbers]


def survival(metric, chance, perfect, low, high):
    return Survival(
        low, verdict_of(low), 0.0, chance, perfect, metric, low=low, high=high, draws=10
    )  # fmt: skip


def test_verdicts_follow_the_middle_of_the_draws():
    near = Survival(0.9, Verdict.SURVIVES, 0.1, 1.0, 0.0, "procrustes_error", 0.9, 0.9)
    spread = Spread((math.nan, 0.1), (math.nan, 0.2), (math.nan, 0.6), (0, 10))
    outcome = spread.at(1, near)
    assert (outcome.verdict, outcome.score, outcome.low, outcome.high) == (
        Verdict.LOST,
        0.2,
        0.1,
        0.6,
    )
    assert outcome.draws == 10


def test_between_two_measured_stops_the_smaller_number_of_draws_counts():
    places = [float(STOPS.index(epsilon)) for epsilon in (0.3, 1.0)]
    scores = np.array([0.0, 1.0])
    curve = Curve(np.array([0.3, 1.0]), scores, scores, scores, np.array([10.0, 4.0]))
    draws = _spread(curve, STOPS).draws
    first, last = int(places[0]), int(places[1])
    assert draws[:first] == (0,) * first
    assert draws[first : last + 1] == (10, *(4,) * (last - first))
    empty = _spread(Curve(*(np.empty(0) for _ in range(5))), STOPS)
    assert empty.draws == (0,) * len(STOPS)


@pytest.mark.parametrize(("item", "metric"), JUDGED, ids=lambda v: getattr(v, "id", v))
def test_every_number_of_every_tile_has_a_range(item, metric):
    yardstick = next(y for a in item.analyses for y in a.yardsticks if y.metric == metric)
    verdicts = survival(metric, yardstick.nothing, yardstick.perfect, 0.25, 0.75)
    said = value_range(item, verdicts)
    assert said.endswith("in 9 of 10 draws")
    assert "–" in said


@pytest.mark.parametrize(
    ("id", "found", "text"),
    [
        ("positions", ("procrustes_error", 1.0, 0.0, 0.1, 0.6), "40–90%"),
        ("communities", ("ari", 0.0, 1.0, 0.42, 0.55), "42–55%"),
        ("top_nodes", ("top10_kept", 0.0, 10.0, 0.2, 0.4), "2–4"),
        ("degrees", ("degree_distance", 0.5, 0.0, 0.6, 0.8), "10–20%"),
        ("positions", ("procrustes_error", 20.0, 0.0, 0.0, 0.98), "40–100%"),
    ],
)
def test_a_range_runs_from_the_smaller_number_to_the_larger_in_the_tile_s_unit(id, found, text):
    item = BY_ID[id]
    assert value_range(item, survival(*found)) == f"{text} in 9 of 10 draws"


def test_one_draw_and_what_is_public_have_no_range():
    item = BY_ID["positions"]
    one = Survival(0.9, Verdict.SURVIVES, 0.1, 1.0, 0.0, "procrustes_error", 0.9, 0.9)
    public = survival("procrustes_error", 0.0, 0.0, math.nan, math.nan)
    assert value_range(item, one) == ""
    assert value_range(item, public) == ""


def test_where_all_draws_agree_the_range_says_how_many_they_are():
    alike = survival("procrustes_error", 1.0, 0.0, 0.4, 0.4)
    assert value_range(BY_ID["positions"], alike) == "60% in all 10 draws"
    none = survival("procrustes_error", 1.0, 0.0, 0.0, 0.0)
    said = value_range(BY_ID["positions"], none)
    assert said == "no better than guessing in all 10 draws"


def test_while_draws_are_to_come_a_curve_has_what_is_measured_and_no_flag():
    scores = np.array([0.0, 1.0])
    curve = Curve(np.array([0.3, 20.0]), scores, scores, scores, np.array([1.0, 1.0]))
    row = _curve(_spread(curve, STOPS), STOPS)
    assert None not in row["curve"]["middle"][STOPS.index(0.3) :], "once all is there"
    assert row["lasts"] is not None
    _measured_only(row, STOPS, [0.3, 20.0])
    known = [stop for stop, v in zip(STOPS, row["curve"]["middle"], strict=True) if v is not None]
    assert (known, row["lasts"]) == ([0.3, 20.0], None)


def test_one_person_has_a_band_over_draws_and_no_verdict_from_them(karate):
    made = Board(karate, EdgeFlip(), 0, (0.0, 0.3, 8.0))
    shares, draws = np.array([0.0, 0.5]), np.array([BOARD_REPEATS] * 2)
    row = _of_person(Curve(np.array([0.3, 8.0]), shares + 0.1, shares, shares + 0.25, draws), made)
    assert row["curve"]["middle"] == [None, 0.1, 0.6]
    assert row["curve"]["high"] == [None, 0.25, 0.75]
    assert row["ranges"] == ["", "0–6 in 9 of 10 draws", "12–18 in 9 of 10 draws"], "of 24"
    assert row["lasts"] is None
    assert "verdicts" not in row


def test_conclusions_are_left_to_one_draw_and_large_graphs_are_not_attacked_many_times(karate):
    small = Board(karate, EdgeFlip())
    assert small.often_drawn.keys() == {*small.fed, "person"}
    large = Board(gdp.Graph.from_edges(PAIRED_FROM + 1, [(0, 1)]), EdgeFlip(), is_whole=True)
    assert large.often_drawn == large.fed


def test_a_property_without_a_true_result_stays_without_a_verdict():
    near = Survival(math.nan, Verdict.UNDEFINED, math.nan, math.nan, math.nan, "top10_kept")
    nothing = (math.nan,)
    assert Spread(nothing, nothing, nothing, (10,)).at(0, near).verdict is Verdict.UNDEFINED


@pytest.mark.parametrize(("page", "key"), [("", "board"), ("explore", "stage")])
def test_what_reads_no_epsilon_has_no_slider(visitor, page, key):
    """One stop: the browser leaves the slider out; a mechanism with a promise has all."""

    def stops():
        (told,) = visitor.told(f"graphdp.{key}")
        return len(told["stops"])

    visitor.open(page, graph="karate", mechanism="names_off", epsilon="4")
    assert stops() == 1
    assert visitor.scenario.epsilon == 4.0
    visitor.open(page, graph="karate", mechanism="edge_flip", epsilon="4")
    assert stops() == len(EPSILONS) + 1
