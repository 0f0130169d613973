"""Work behind the pages stands in the sidebar of all of them; own files keep to themselves.

Long work below a stage: it shows itself, can be cancelled, and started again.
"""

import re
from concurrent.futures import Future

import pytest

from graphdp_core.experiment.cells import CellStore, file_store
from graphdp_core.experiment.workers import Pool
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from pages.engine import jobs, measured, progress
from pages.ground.records import Runs
from pages.parts import sweep
from pages.which_epsilon import vary
from tests.patience import PATIENCE_S

SWEEP, OTHER = "which-epsilon", "explore?see=graph"
LINK = {"graph": "karate", "analysis": "overview", "overview.metric": "edges_error_raw"}
ROWS = b"a,b\nb,c\nc,d\nd,a\na,c\n"


class Held(Pool):
    """Takes jobs and begins none."""

    def __init__(self):
        super().__init__(0)
        self.taken = []

    def submit(self, graph, job):
        self.taken.append((graph, job))
        return Future()


@pytest.fixture
def held(monkeypatch):
    pool = Held()
    monkeypatch.setattr(measured, "shared_pool", lambda: pool)
    monkeypatch.setattr(measured, "AT_ONCE_S", 0.0)
    return pool


@pytest.mark.usefixtures("short_sweeps")
def test_a_sweep_goes_on_on_other_pages_and_is_stopped_there(visitor, held):
    visitor.open(SWEEP, **LINK, draw="77")
    assert held.taken
    assert visitor.at.button(key="sweep").label == "Stop"
    visitor.open(OTHER)
    assert not visitor.at.exception
    visitor.at.button(key="stop-sweep").click().run()
    assert "stop-sweep" not in [button.key for button in visitor.at.button]
    visitor.at.query_params.clear()
    visitor.open(SWEEP, draw="77", **{"overview.metric": "edges_error_raw"})
    assert visitor.at.selectbox(key="analysis").value == "Overview"
    assert visitor.at.button(key="sweep").label == "Run the sweep"
    assert "Nothing measured so far is lost" in visitor.text
    visitor.at.button(key="sweep").click().run()
    assert visitor.at.button(key="sweep").label == "Stop"


@pytest.mark.usefixtures("short_sweeps")
def test_another_sweep_takes_the_place_of_the_one_before(visitor, held):
    visitor.open(SWEEP, **LINK, draw="78")
    before = len(held.taken)
    visitor.set("number_input", "draw", 79)
    assert [b.key for b in visitor.at.button if b.label == "Stop"] == ["sweep"]
    assert {job.seed for _, job in held.taken[before:]} == {79}


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_what_was_measured_once_is_there_in_another_session(visitor, monkeypatch):
    visitor.open(SWEEP, **LINK, draw="80").check()
    monkeypatch.setattr(measured, "shared_pool", Held)
    monkeypatch.setattr(measured, "AT_ONCE_S", 0.0)
    again = type(visitor)(
        type(visitor.at).from_file(visitor.at._script_path, default_timeout=PATIENCE_S)
    )
    again.open(SWEEP, **LINK, draw="80").check()
    assert again.charts == visitor.charts


@pytest.mark.usefixtures("short_sweeps")
def test_cells_of_an_own_file_stay_with_the_session(visitor, monkeypatch):
    stores, usual = {}, measured._memory_of

    def seen(now) -> CellStore:
        store = usual(now)
        return stores.setdefault(id(store), store)

    monkeypatch.setattr(measured, "_memory_of", seen)
    visitor.upload("rows.csv", ROWS)
    visitor.open(SWEEP, **{key: word for key, word in LINK.items() if key != "graph"}).check()
    graph = visitor.scenario.graph.fingerprint
    assert len(file_store().cells(graph)) == 0
    kept = sum(len(store.cells(graph)) for store in stores.values())
    assert kept > 0
    assert "stay in this server's memory" in visitor.text
    visitor.set("toggle", f"keep-on-disk {graph}", True).check()
    assert "can confirm the guess" in visitor.text
    assert len(file_store().cells(graph)) == kept
    visitor.open(OTHER).open(SWEEP)
    assert visitor.at.toggle(key=f"keep-on-disk {graph}").value
    visitor.set("toggle", f"keep-on-disk {graph}", False).check()
    assert len(file_store().cells(graph)) == 0
    assert sum(len(store.cells(graph)) for store in stores.values()) == kept


def test_time_left_needs_some_work_first():
    assert jobs.time_left(0.0, 0.5, 4.0) == ""
    assert jobs.time_left(0.0, 0.05, 60.0) == ""
    assert jobs.time_left(0.0, 0.9, 9.0) == "less than a minute left"


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_a_parameter_of_the_generator_is_swept_against_epsilon(visitor, monkeypatch):
    monkeypatch.setattr(vary, "STOPS", (2.0, 4.0))
    monkeypatch.setattr(vary, "REPEATS", 1)
    link = LINK | {"graph": "erdos_renyi", "erdos_renyi.n": "40", "vary.first": "erdos_renyi.n"}
    visitor.open(SWEEP, **link)
    before = len(visitor.charts)
    visitor.at.session_state["vary"] = True
    visitor.at.run()
    assert not visitor.at.exception
    assert len(visitor.charts) == before + 1
    shown = visitor.at.get("plotly_chart")[-1].proto.spec
    assert '"heatmap"' in shown
    assert '"160"' in shown
    visitor.set("text_input", "vary.erdos_renyi.n", "30 50,70")
    shown = visitor.at.get("plotly_chart")[-1].proto.spec
    assert '"70"' in shown
    assert '"160"' not in shown
    for nonsense, word in (("many", "“many”"), ("0", "integer from"), ("999999", "to 2000")):
        visitor.set("text_input", "vary.erdos_renyi.n", nonsense)
        assert word in visitor.at.main.warning[-1].value
        assert not visitor.at.exception
    visitor.set("text_input", "vary.erdos_renyi.n", ", ".join(map(str, range(10, 30))))
    assert "from 1 to 12, got 20" in visitor.at.main.warning[-1].value


@pytest.mark.usefixtures("short_sweeps")
def test_a_large_sweep_waits_for_a_yes_and_says_how_long_it_takes(visitor, monkeypatch, at_once):
    monkeypatch.setattr(sweep, "MOST_UNASKED", 5)
    monkeypatch.setattr(sweep, "ESTIMATES", at_once)
    visitor.open(SWEEP, **LINK, draw="82")
    assert re.search(r"[\d,]+ releases, which take about .* with 1 worker\.", visitor.text)
    assert not visitor.at.get("plotly_chart")
    assert "Nothing measured so far" not in visitor.text, "there was nothing yet"
    assert "All measurements" not in [box.label for box in visitor.at.expander]
    visitor.at.button(key="sweep").click().run()
    visitor.check()
    assert visitor.charts


@pytest.mark.usefixtures("short_sweeps")
def test_a_mechanism_that_raises_in_one_cell_is_named_and_the_rest_goes_on(visitor, monkeypatch):
    release = EdgeFlip.release

    def broken(self, graph, *, epsilon, **rest):
        if epsilon == 4.0:
            raise ZeroDivisionError("planted")
        return release(self, graph, epsilon=epsilon, **rest)

    monkeypatch.setattr(EdgeFlip, "release", broken)
    visitor.open(SWEEP, **LINK, draw="83", mechanism="edge_flip")
    assert "edgeFlip at ε = 4, draw 0: ZeroDivisionError: planted" in visitor.text
    assert "At ε = 4" in visitor.text, "others are measured there"
    assert visitor.charts
    assert not visitor.at.exception


CLUSTERS = "explore?see=clusters"
KARATE = "Karate club (34 nodes)"


def choose(visitor, mechanism):
    visitor.open(CLUSTERS, graph=KARATE, **{"numbers-table": "true"})
    visitor.set("selectbox", "mechanism", mechanism)


@pytest.mark.parametrize("mechanism", ["ModDivisive", "One-pass labelling"])
def test_a_partition_release_is_shown_with_its_guarantee(visitor, mechanism):
    choose(visitor, mechanism)
    visitor.check()
    assert len(visitor.charts) == 1
    claimed = "No privacy guarantee" not in visitor.text
    assert claimed == (mechanism == "One-pass labelling")


def test_work_that_is_drawn_at_once_is_drawn_outside_the_caches(visitor, monkeypatch):
    """With no patience the bar is drawn from inside cached functions; they are met twice."""
    drawn = []
    draw = progress._Bar.draw

    def spy(bar, fraction, text):
        drawn.append((fraction, text))
        draw(bar, fraction, text)

    monkeypatch.setattr(progress, "BAR_AFTER_S", 0.0)
    monkeypatch.setattr(progress, "BAR_EVERY_S", 0.0)
    monkeypatch.setattr(progress._Bar, "draw", spy)
    visitor.at.query_params["draw"] = "77"
    choose(visitor, "ModDivisive")
    visitor.check()
    assert any("splitting" in text for _, text in drawn)
    assert all(0.0 <= fraction <= 1.0 for fraction, _ in drawn)
    assert not [b for b in visitor.at.button if b.key.startswith("cancel-")], (
        "gone when all is done"
    )
    seen = len(drawn)
    visitor.at.run()
    visitor.check()
    assert len(drawn) == seen, "everything came from the caches"


def cancelled(visitor, monkeypatch):
    labels = []
    shown = progress.shown
    monkeypatch.setattr(progress, "shown", lambda label: labels.append(label) or shown(label))
    choose(visitor, "ModDivisive")
    visitor.mine(Runs).is_on[f"stopped {labels[-1]}"] = True


def test_work_that_was_cancelled_waits_until_it_is_started_again(visitor, monkeypatch):
    cancelled(visitor, monkeypatch)
    visitor.at.run()
    assert "Stopped before it was finished" in visitor.text
    assert not visitor.at.dataframe
    visitor.at.button(key="start-again").click().run()
    visitor.check()
    assert visitor.at.dataframe


def test_a_cancelled_epsilon_does_not_hold_up_another(visitor, monkeypatch):
    cancelled(visitor, monkeypatch)
    visitor.open(CLUSTERS, epsilon="5").check()
    assert visitor.at.dataframe
