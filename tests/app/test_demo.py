"""What a demo offers, and what it refuses whoever asks."""

import asyncio

import pytest

from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.params import Refused
from graphdp_core.serving import DEMO
from pages.engine import scenario_cache
from pages.ground.own_file import OWN_FILES, Upload, UploadState
from pages.ground.records import graph_lines, published
from pages.server.server import NoUploads
from pages.session import own_state
from tests.visitor import UPLOAD

MARK = "0a1b2c3d.2048.friends.csv"


@pytest.fixture
def demo(monkeypatch):
    monkeypatch.setenv(DEMO, "1")
    scenario_cache.available_datasets.clear()
    yield
    scenario_cache.available_datasets.clear()


def test_the_sidebar_says_it_and_the_menu_has_what_comes_with_the_app(demo, visitor):
    at = visitor.open("data").at
    assert not at.exception
    assert any("pip install" in one.value for one in at.sidebar.caption)
    offered = at.selectbox(key="graph").options
    assert offered == list(graph_lines().values())
    assert UPLOAD not in offered
    assert all(info.bundled for info in published())
    assert len(at.file_uploader) == 0


def test_without_it_nothing_of_that_is_there(visitor):
    at = visitor.open("data").at
    assert not any("pip install" in one.value for one in at.sidebar.caption)
    assert UPLOAD in at.selectbox(key="graph").options


@pytest.mark.parametrize("asked", ["upload", "polblogs"])
def test_a_link_to_a_file_or_a_download_is_refused_in_words(demo, visitor, asked):
    at = visitor.open("data", graph=asked, file=MARK, read='{"header":true}').at
    assert not at.exception
    assert f"“{asked}” as Graph, which is not offered in this demo" in at.warning[0].value
    assert visitor.scenario.choice is not None
    assert not visitor.mine(own_state.Own).held
    assert len(at.file_uploader) == 0
    assert "file" not in visitor.address


def test_a_line_that_a_program_sends_all_the_same_opens_no_file(visitor, monkeypatch):
    at = visitor.open("data", graph="upload", file=MARK).at
    assert at.selectbox(key="graph").value == UPLOAD
    monkeypatch.setenv(DEMO, "1")
    at.run()
    assert not at.exception
    assert visitor.scenario.choice is not None
    assert len(at.file_uploader) == 0


def test_a_generator_stays_at_its_usual_settings(demo, visitor):
    at = visitor.open("data", graph="sbm", **{"sbm.n": "5000"}).at
    assert not at.exception
    assert visitor.scenario.graph.n == 300
    large = GraphChoice("generator", "sbm", (("n", 5000),))
    with pytest.raises(Refused, match="usual settings"):
        scenario_cache.load(large)


def test_no_session_takes_a_file(demo):
    held = UploadState(Upload("friends.csv", b"a,b\nb,c\n"))
    with pytest.raises(Refused, match="takes no files"):
        own_state.hold_own_file(held)
    assert all(held not in OWN_FILES.of(person) for person in (own_state.person(), ""))


@pytest.mark.parametrize(("said", "status"), [("1", 403), ("0", 204)])
def test_the_server_does_not_read_what_is_sent_to_it(monkeypatch, said, status):
    monkeypatch.setenv(DEMO, said)

    read, sent = [], []

    async def app(scope, receive, send):
        read.append(await receive())
        await send({"type": "http.response.start", "status": 204})

    async def receive():
        return {"type": "http.request", "body": b"1,2", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "PUT", "path": "/base/_stcore/upload_file/a/b"}
    asyncio.run(NoUploads(app)(scope, receive, send))
    assert sent[0]["status"] == status
    assert len(read) == (status == 204)


def test_a_release_is_made_and_none_is_handed_in(demo, visitor):
    at = visitor.open("release", graph="karate").at
    assert not at.exception
    assert any("protects nobody" in one.value for one in at.caption)
    assert len(at.file_uploader) == 0
