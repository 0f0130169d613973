"""The front page: what survives in a sentence, tiles for every kind of mechanism, nothing lost."""

import re

import pytest

from graphdp_core.datasets import GENERATORS
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.privacy.guarantee import percent_at_most
from pages.parts import board, board_tiles
from pages.table import TABLE
from tests.app.conftest import AtOnce
from tests.app.test_pages import BUNDLED, KARATE, UPLOADS

BOARD = TABLE[0].path


SHOP = AtOnce()


@pytest.fixture(autouse=True)
def _measured(monkeypatch):
    """Every stop that a test asks for is measured before the page is drawn."""
    monkeypatch.setattr(board, "WORKSHOP", SHOP)
    monkeypatch.setattr(board, "own_workshop", AtOnce)


def answer(visitor):
    (title,) = visitor.at.title
    return title.value


# Every third: all of them are opened on every page by test_pages.
@pytest.mark.parametrize("graph", [*BUNDLED, *(g.title for g in GENERATORS)][::3])
def test_the_board_answers_on_every_example(visitor, graph):
    visitor.open(BOARD, graph=graph).check()
    assert answer(visitor).startswith("At ε = 3 ")
    assert "found out" not in answer(visitor)


@pytest.mark.parametrize("name", [*list(UPLOADS)[::3], "no-edges.graphml", "complete.csv"])
def test_the_board_survives_awkward_uploads(visitor, name):
    visitor.upload(name, UPLOADS[name])
    visitor.open(BOARD).check()
    assert answer(visitor)


@pytest.mark.parametrize("epsilon", [0.0, EPSILONS[0], EPSILONS[-1]])
def test_the_slider_goes_down_to_nothing(visitor, epsilon):
    visitor.open(BOARD, graph=KARATE, epsilon=f"{epsilon:g}").check()
    assert answer(visitor).startswith(f"At ε = {epsilon:g} ")
    if epsilon == 0:
        assert "nothing survives" in answer(visitor)
    if epsilon == 20:
        assert "everything survives" in answer(visitor)


def test_other_pages_start_above_zero(visitor):
    visitor.open(BOARD, graph=KARATE, epsilon="0")
    visitor.open("explore/overview.py").check()
    assert visitor.at.select_slider(key="epsilon").value == EPSILONS[0]


@pytest.mark.parametrize(
    ("mechanism", "fed"),
    [("louvain_dp", {"communities"}), ("noisy_degrees", {"top_nodes"}), ("lnpp", {"spectrum"})],
)
def test_what_a_mechanism_cannot_feed_has_a_reason(mechanism, fed):
    import graphdp_core as gdp
    from graphdp_core.experiment.scenario import Scenario

    karate = gdp.load_graph("karate")
    desk = board_tiles.Desk(Scenario(karate, "karate", gdp.mechanism(mechanism), 3.0, 0))
    assert set(desk.fed) == fed
    tiles = board._tiles(desk, {e: board._known(desk, e, {}) for e in board_tiles.STOPS})
    grey = [tile for tile in tiles if tile["state"] == "unavailable"]
    assert len(grey) == 6
    assert all(re.search(r"not a graph\. Shown by: \w", tile["reason"]) for tile in grey)


def test_a_tile_that_fails_says_so_and_the_others_stand(visitor, monkeypatch):
    from graphdp_core.analyses.persistence import Persistence

    def broken(self, graph, **options):
        raise RuntimeError("planted")

    monkeypatch.setattr(Persistence, "run", broken)
    visitor.open(BOARD, graph=KARATE, draw="77").check()
    desk = board_tiles.Desk(visitor.at.session_state["scenario"], SHOP)
    seen = {id: desk.known(id, 3.0) for id in desk.fed}
    assert seen["shape"].problem == board_tiles.FAULT
    assert all(found.stop for id, found in seen.items() if id != "shape")
    assert "shape" not in answer(visitor)


def test_the_board_has_one_slider_and_the_sidebar_keeps_its_epsilon(visitor):
    visitor.open(BOARD, graph=KARATE, epsilon="1.5").check()
    assert [slider.key for slider in visitor.at.select_slider] == ["epsilon"]
    visitor.open("explore/overview.py")
    assert visitor.at.select_slider(key="epsilon").value == 1.5


@pytest.mark.parametrize(
    ("belief", "words"), [(0.5, "50%"), (0.952574, "95.3%"), (0.16, "16%"), (1.0, "100%")]
)
def test_beliefs_are_rounded_up(belief, words):
    assert percent_at_most(belief) == words
