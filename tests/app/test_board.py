"""The front page as the server sends it: one stage, the same stops for all who ask the same."""

import json

import pytest

import graphdp_core as gdp
from graphdp_core.experiment import curves as curves_file
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.stage import Board
from pages.explore.views import VIEWS as EXPLORED
from pages.parts import board, board_first
from pages.parts.board_curves import BoardCurves
from pages.shared.stages import BEHIND, STAGES, Stages
from pages.table import TABLE
from tests.app.conftest import HERE
from tests.app.test_pages import KARATE, UPLOADS

BOARD = TABLE[0].path


@pytest.fixture(scope="module")
def karate():
    return gdp.load_graph("karate")


def sent(visitor):
    """What the page tells its board."""
    (found,) = (w for w in visitor.at.get("bidi_component") if w.key == board.KEY)
    return json.loads(found.proto.json)


def key_of(data):
    return data["address"].rsplit("/", 1)[1]


def test_the_page_names_a_stage_that_answers_its_epsilon(visitor):
    visitor.open(BOARD, graph=KARATE, epsilon="1.5").check()
    data = sent(visitor)
    assert data["epsilon"] == 1.5
    assert [stop["epsilon"] for stop in data["stops"]] == [0.0, *EPSILONS]
    staged = STAGES.find(key_of(data), visitor="")
    assert staged.stage.stop(1.5).answer.startswith("At ε = 1.5 ")


@pytest.mark.parametrize("name", [*list(UPLOADS)[::3], "no-edges.graphml", "complete.csv"])
def test_the_board_survives_awkward_uploads_and_keeps_them_to_their_owner(visitor, name):
    visitor.upload(name, UPLOADS[name])
    visitor.open(BOARD).check()
    key = key_of(sent(visitor))
    assert STAGES.find(key, visitor="") is None
    (staged,) = (s for k, s in STAGES._stages.items() if k == key)
    assert staged.visitor
    assert staged.stage.stop(3.0).answer


def test_other_pages_start_above_zero(visitor):
    visitor.open(BOARD, graph=KARATE, epsilon="0")
    visitor.open("explore/overview.py").check()
    assert visitor.at.select_slider(key="epsilon").value == EPSILONS[0]


def test_other_pages_keep_the_board_s_epsilon(visitor):
    visitor.open(BOARD, graph=KARATE, epsilon="1.5").check()
    assert not visitor.at.select_slider
    visitor.open("explore/overview.py")
    assert visitor.at.select_slider(key="epsilon").value == 1.5


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


def test_the_start_leaves_the_usual_stop_ready(monkeypatch):
    stages, first = Stages(), board_first.first_board()
    monkeypatch.setattr(board_first, "STAGES", stages)
    board_first.prepare()
    staged = stages.find(first.key, visitor="")
    assert set(staged.parts) == {"shared", "3"}


@pytest.fixture
def _here(monkeypatch):
    monkeypatch.setattr(curves_file, "shared_pool", lambda: HERE)


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
            word = {"survives": "survive", "blurred": "are blurred", "lost": "are lost"}
            assert f"the communities {word[rows['verdicts'][at]]}" in answers[at]
    json.dumps(dict(whole.content), allow_nan=False)


@pytest.mark.usefixtures("_here")
def test_a_stage_that_goes_ends_what_is_measured_behind_it(karate):
    made = Board(karate, gdp.mechanism("louvain_dp"), 5)
    curves, stages = BoardCurves(made, CellStore()), Stages()
    staged = stages.find(stages.open(made, behind=curves), visitor="")
    staged.look_behind()
    running = curves._curves
    staged.end()
    assert running.wait(60.0)
    assert running.done < running.total
