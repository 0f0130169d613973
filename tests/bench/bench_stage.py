"""What a move of the stage costs: the server's processor and the browser's script.

A stop that is there is timed beside a route that answers the same bytes and knows nothing else; a
new one beside its own computing without a server. Medians, taken in turn.
"""

import asyncio
import statistics
import time

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import graphdp_core as gdp
from graphdp_core.stage import Stage
from pages.shared import stage_routes
from pages.shared.stages import Stages

MOVES = 100
MOVE = """async ({stop}) => {
    const input = document.querySelector(".st-key-stage-widget") && [...function* walk(root) {
        for (const element of root.querySelectorAll("*")) {
            if (element.matches(".on-stage .stop")) yield element;
            if (element.shadowRoot) yield* walk(element.shadowRoot);
        }
    }(document)][0];
    input.value = String(stop);
    const start = performance.now();
    input.dispatchEvent(new Event("input", {bubbles: true}));
    const script = performance.now() - start;
    await new Promise(requestAnimationFrame);
    return script;
}"""


@pytest.fixture
def stage():
    graph = gdp.generate("sbm", n=1000, blocks=4, within=0.06, between=0.008, seed=0)
    return Stage(graph, gdp.mechanism("edge_flip"), gdp.analysis("louvain"))


def asked(route, path):
    """Processor seconds of one answer."""
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b"",
             "headers": [(b"accept-encoding", b"gzip")]}  # fmt: skip
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    async def answer():
        start = time.process_time()
        _, found = route.matches(scope)
        await route.handle({**scope, **found}, receive, send)
        return time.process_time() - start

    taken = asyncio.run(answer())
    assert sent[0]["status"] == 200
    return taken


def test_a_stop_that_is_there_costs_little_more_than_its_bytes(stage, monkeypatch):
    monkeypatch.setattr(stage_routes, "PATIENCE_S", 60.0)
    stages = Stages()
    (route,) = stage_routes.stage_routes(stages)
    path = f"{stage_routes.stage_folder()}/{stages.open(stage)}/3"
    asked(route, path)
    body = stages.find(stage.key, visitor="").parts["3"]

    async def bare(request: Request) -> Response:
        return Response(body, media_type="application/octet-stream")

    floor = Route("/{key}/{part}", bare)
    times = [(asked(route, path), asked(floor, "/a/3")) for _ in range(MOVES)]
    own, least = (1e3 * statistics.median(column) for column in zip(*times, strict=True))
    print(f"\na stop of {len(body):,} bytes: {own:.2f} ms, its bytes alone {least:.2f} ms")
    assert own < least + 3.0


def test_a_new_stop_costs_its_computing_and_little_more(stage, monkeypatch):
    monkeypatch.setattr(stage_routes, "PATIENCE_S", 60.0)
    stages = Stages()
    (route,) = stage_routes.stage_routes(stages)
    path = f"{stage_routes.stage_folder()}/{stages.open(stage)}"
    asked(route, f"{path}/20")
    alone = Stage(stage.graph, stage.mechanism, stage.analysis, seed=1)
    alone.stop(20.0)
    extra = []
    for epsilon in (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0):
        served = asked(route, f"{path}/{epsilon:g}")
        start = time.process_time()
        alone.stop(epsilon)
        extra.append((served, time.process_time() - start))
    served, computed = (1e3 * statistics.median(column) for column in zip(*extra, strict=True))
    print(f"\na new stop: {served:.0f} ms of the processor, {computed:.0f} to compute it")
    assert served < 1.3 * computed + 10


def test_a_move_that_the_browser_knows_is_one_frame_of_script(chromium):
    import harness

    with harness.server() as address, harness.visit(chromium, address) as tab:
        tab.page.goto(f"{address}/explore?graph=sbm&sbm.n=1000&sbm.within=0.06&sbm.between=0.008")
        tab.page.wait_for_selector(".on-stage[data-shown]:not([data-waiting])", timeout=120_000)
        tab.page.wait_for_timeout(20_000)  # the stops around come one after the other
        taken = [tab.page.evaluate(MOVE, {"stop": 12 + k % 6}) for k in range(MOVES)]
        print(f"\nscript of a move, {MOVES} of them: median {statistics.median(taken):.1f} ms")
        assert statistics.median(taken) < 16
