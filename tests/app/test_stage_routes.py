"""Who may have which stop, how long it may be kept, and what is answered until it is there."""

import asyncio
import base64
import gzip
import io
import itertools
import json
import re
import threading
from dataclasses import dataclass, replace

import pytest

import graphdp_core as gdp
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.stage import Packing, Stage, packed
from pages.ground.visitor_cookie import COOKIE, secret_in
from pages.server import stage_routes as routes
from pages.server import stages as rooms
from pages.server.stages import Stages
from tests.packed_message import decoded, gaps_of

ANN, BEN = "a" * 43, "b" * 43


def staged(*, owner="", mechanism=None, graph="karate", seed=0):
    return Stage(
        replace(gdp.load_graph(graph), owner=owner), mechanism or gdp.mechanism("edge_flip"),
        gdp.analysis("louvain"), seed,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    monkeypatch.setattr(routes, "PATIENCE_S", 60.0)


@pytest.fixture
def stages():
    return Stages()


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    content: bytes


@pytest.fixture
def get(stages):
    """Asks for a part of a stage as a browser with a cookie."""
    (route,) = routes.stage_routes(stages)

    def ask(key, part, *, visitor=BEN, encoding="identity", beside="MINE"):
        path = f"{routes.stage_folder()}/{key}/{part}"
        cookie = beside.replace("MINE", f"{COOKIE}={visitor}")
        headers = {"cookie": cookie, "accept-encoding": encoding}
        scope = {
            "type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b"",
            "headers": [(n.encode(), v.encode("latin-1")) for n, v in headers.items()],
        }  # fmt: skip
        sent = []

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            sent.append(message)

        match, matched = route.matches(scope)
        if not match.value:
            return Answer(404, {}, b"")
        asyncio.run(route.handle({**scope, **matched}, receive, send))
        start, *rest = sent
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        return Answer(start["status"], headers, b"".join(m.get("body", b"") for m in rest))

    return ask


OTHERS = (
    'theme={"a":1,"b":"x y"}', "foo", "a b=1", "x[y]=1", "é=1", "path=/", "user@x=1", "a/b=1",
    "=1", "a=b=c", 'q="x', "$Version=1", "expires=now", "a,b=1", "(x)=1", "%7B=%7D", " ", "x=é",
    "consent=C0001:1,C0002:0", "sso=eyJ.eyJ.sig==",
)  # fmt: skip


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("before", [True, False])
def test_cookies_of_other_programs_take_nobodys_file(stages, get, other, before):
    """Of the same host, before ours and after it."""
    key = stages.open(staged(owner="ann"), visitor=ANN)
    beside = f"{other}; MINE" if before else f"MINE; {other}"
    assert get(key, "shared", visitor=ANN, beside=beside).status == 200
    assert get(key, "shared", visitor=BEN, beside=beside).status == 404
    assert secret_in(beside.replace("MINE", f"{COOKIE}={ANN}")) == ANN


def test_everybody_gets_a_public_stop_and_may_keep_it_for_ever(stages, get):
    stage = staged()
    answer = get(stages.open(stage), "3")
    stop = stage.stop(3.0)
    assert answer.content == Packing.of(stage, stop).stop(stop)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert get(stage.key, "shared").content == Packing.of(stage, stop).shared
    assert stages.open(staged()) == stage.key  # another visitor's is the same


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("analysis", ["louvain", "spectrum"])
def test_a_page_a_file_and_a_notebook_get_the_same_bytes(stages, get, analysis):
    pytest.importorskip("anywidget")
    takeaway = pytest.importorskip("graphdp_core.takeaway")
    c = gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis(analysis), epsilon=3.0
    )
    key, widget = stages.open(stage := Stage.of(c)), takeaway.live(c)
    file = takeaway.moving_html(c, epsilons=stage.epsilons, draws=0)
    data = json.loads(re.search(r'id="data">(.*?)</script>', file, re.DOTALL)[1])
    whole = io.BytesIO(gzip.decompress(base64.b64decode(data["messages"])))
    carried = [whole.read(length) for length in data["lengths"]]
    assert carried[0] == widget.shared
    for place, epsilon in enumerate(stage.epsilons, start=1):
        widget.epsilon = epsilon
        assert get(key, f"{epsilon:g}").content == carried[place] == widget.message
    assert get(key, "shared").content == carried[0]


def test_what_a_stop_cost_is_told_to_whom_it_was_computed_for(stages, get):
    key = stages.open(staged())
    first, second = get(key, "2"), get(key, "2")
    assert float(first.headers["server-timing"].partition("dur=")[2]) >= 0
    assert "server-timing" not in second.headers
    assert first.content == second.content


@pytest.mark.parametrize("most", [0, 10_000])
def test_of_many_edges_a_stop_tells_a_tie_at_a_time(stages, get, monkeypatch, most):
    monkeypatch.setattr(packed, "MOST_EDGES", most)
    stage = replace(staged(), analysis=gdp.analysis("overview"))
    key, stop = stages.open(stage), stage.stop(2.0)
    assert get(key, "2").content == Packing.of(stage, stop).stop(stop, edges=most > 0)
    assert (b'"apart": true' in get(key, "2").content) == (most == 0)
    for u, v in itertools.combinations(range(9), 2):
        header, arrays = decoded(get(key, f"2.tie.{v}.{u}").content)
        for name, edges in (("released", stop.released), ("real", stop.real)):
            told = gaps_of(arrays[header[name]["gaps"]], stage.graph.n).tolist()
            assert told == [[u, v]] * ([u, v] in edges.tolist())
    assert {get(key, part).status for part in ("2.34.tie.0.1", "2.tie.0.99999", "2.tie.0")} == {404}


def test_an_own_graph_is_for_one_browser_under_a_key_that_says_nothing(stages, get):
    stage = staged(owner="ann")
    key = stages.open(stage, visitor=ANN)
    answer = get(key, "3", visitor=ANN)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "private, no-store"
    assert {get(k, "3").status for k in (key, stage.key, "x" * 22)} == {404}
    assert key != stages.open(staged(owner="ann"), visitor=BEN)
    assert key == stages.open(staged(owner="ann"), visitor=ANN)
    stages.forget("ann")
    assert get(key, "3", visitor=ANN).status == 404
    with pytest.raises(ValueError, match="visitor must be named"):
        stages.open(stage)


@pytest.mark.parametrize("part", ["2.9", "nan", "-1", "1e400", "share", "3/../shared"])
def test_what_is_no_part_is_not_there(stages, get, part):
    assert get(stages.open(staged()), part).status == 404


@dataclass(frozen=True)
class Slow(EdgeFlip):
    """edgeFlip that waits until it is let go, and says so."""

    def _draw(self, graph, *, epsilon, rng, progress):
        progress(0.5, "half of it")
        assert GATE.wait(20)
        progress(0.6, "more")
        return super()._draw(graph, epsilon=epsilon, rng=rng, progress=progress)


GATE = threading.Event()


@pytest.fixture
def impatient(monkeypatch):
    GATE.clear()
    monkeypatch.setattr(routes, "PATIENCE_S", 0.02)
    yield
    GATE.set()


def test_a_slow_stop_says_how_far_it_is_and_is_there_when_asked_again(stages, get, impatient):
    key = stages.open(staged(mechanism=Slow()))
    first = get(key, "3")
    assert first.status == 202
    assert first.headers["cache-control"] == "no-store"
    GATE.set()
    while (last := get(key, "3")).status == 202:
        assert json.loads(last.content)["share"] > 0
    assert last.status == 200


def test_one_visitor_waits_for_few_stops_and_another_is_not_kept(stages, get, impatient):
    key = stages.open(staged(mechanism=Slow(), seed=1))
    waited = [f"{e:g}" for e in staged().epsilons[: rooms.MOST_WAITING]]
    assert {get(key, part).status for part in waited} == {202}
    work = stages.find(key, visitor=BEN).work
    assert get(key, "20").status == 202
    assert "20" not in work, "it is asked for again when another is there"
    assert get(key, "20", visitor=ANN).status == 202
    assert "20" in work


def test_nobody_works_on_what_nobody_wants_any_more(stages, get, impatient, monkeypatch):
    stage = staged(mechanism=Slow(), seed=2)
    key = stages.open(stage)
    get(key, "3")
    entry = stages.find(key, visitor=BEN)
    work = entry.work["3"]
    monkeypatch.setattr(rooms, "WANTED_S", 0.0)
    GATE.set()
    work.done.result(10)
    assert "3" not in entry.parts


@pytest.mark.parametrize(("limit", "value"), [("MOST_STAGES", 1), ("IDLE_S", 0.0)])
def test_the_least_used_stages_and_idle_ones_go(stages, get, monkeypatch, limit, value):
    first, second = staged(), staged(graph="florentine_families")
    assert get(stages.open(first), "3").status == 200
    monkeypatch.setattr(rooms, limit, value)
    stages.open(second)
    assert get(first.key, "3").status == 404
    assert get(second.key, "3").status == 200


def test_bytes_are_compressed_where_the_browser_takes_that(stages, get):
    key = stages.open(staged())
    plain, small = get(key, "3"), get(key, "3", encoding="gzip, br")
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content


def test_a_still_picture_is_drawn_for_browsers_that_cannot(stages, get):
    key = stages.open(staged())
    light, dark = get(key, "3.light.svg"), get(key, "3.dark.svg")
    assert light.headers["content-type"].startswith("image/svg+xml")
    assert light.content[:4] == dark.content[:4] == b"<svg"
    assert light.content != dark.content
    assert get(key, "3.pink.svg").status == 404


def test_a_stop_can_be_carried_by_the_page_but_only_to_its_own_browser(stages):
    stage = staged(owner="ann")
    key = stages.open(stage, visitor=ANN)
    carried = stages.carried(key, 3.0, visitor=ANN)
    stop = stage.stop(3.0)
    assert base64.b64decode(carried["stop"]) == Packing.of(stage, stop).stop(stop)
    assert base64.b64decode(carried["shared"]) == Packing.of(stage, stop).shared
    assert stages.carried(key, 3.0, visitor=BEN) is None


def test_memory_counts_what_a_stage_keeps_beside_its_bytes(stages, get, monkeypatch):
    first, second = staged(), staged(seed=1)
    assert get(stages.open(first), "3").status == 200
    entry = stages.find(first.key, visitor="")
    assert entry.size > sum(map(len, entry.parts.values()))
    monkeypatch.setattr(rooms, "MOST_BYTES", entry.size - 1)
    stages.open(second)
    assert get(first.key, "3").status == 404


def test_what_stops_work_has_an_address_that_a_widget_s_key_may_be():
    with routes.stoppable() as (address, _):
        assert re.fullmatch("[0-9a-f]{32}", address.rpartition("/")[2])
