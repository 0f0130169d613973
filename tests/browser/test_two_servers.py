"""Two servers behind the real proxy, one killed in mid-class."""

import sys
import time

import harness
import pytest

pytestmark = [pytest.mark.browser, pytest.mark.long]  # `make proxies` runs it

BACK = 10.0  # seconds at most until who was on the killed server goes on
PAGE = "explore?graph=karate&see=clusters&epsilon=1.5"
STOP = ".stage-page .on-stage .stop"
CONNECTED = '[data-testid="stApp"][data-test-connection-state="CONNECTED"]'
WATCH = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    const look = () => { globalThis.cut ||= app.dataset.testConnectionState !== 'CONNECTED'; };
    new MutationObserver(look).observe(app, {attributes: true});
}"""


def server_of(page) -> str:
    """Which server a browser's WebSocket has: it asks through the proxy, whose cookie says it."""
    values = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return values["graphdp-server"]


def opened(chromium, address: str, path: str):
    page = chromium.new_context().new_page()
    page.goto(f"{address}/{path}")
    page.wait_for_selector(CONNECTED)
    return page


def bring(page) -> None:
    """A file of one's own: it goes to the server that has the WebSocket, or is refused."""
    page.locator(".st-key-file input[type=file]").set_input_files(
        {"name": "friends.csv", "mimeType": "text/csv", "buffer": b"a,b\nb,c\nc,a\n"}
    )
    page.get_by_text("Is this your graph?").wait_for()


def test_one_of_two_servers_is_killed_in_mid_class(chromium, tmp_path):
    with harness.servers(harness.haproxy(), str(tmp_path)) as (address, servers):
        teacher = opened(chromium, address, "lessons?lecture=L2")
        teacher.locator(".offer .main").click()
        code = teacher.locator(".way-in .code").inner_text()
        home = name = server_of(teacher)
        others = []
        while name == home:
            others.append(opened(chromium, address, PAGE))
            name = server_of(others[-1])
            assert len(others) < 6, "the proxy deals people out in turn"
        hit, safe = others[-1], teacher
        hit.get_by_text("At ε = 1.5").first.wait_for()
        phone = hit.context.new_page()
        phone.goto(f"{address}/class#{code}")
        phone.locator(".wide").wait_for()
        owner = hit.context.new_page()
        owner.goto(f"{address}/explore?graph=upload")
        bring(owner)
        safe.evaluate(WATCH)
        safe.locator(".badge", has_text="0 of 1").wait_for()

        hit.evaluate(WATCH)
        servers[name].process.kill()
        killed = time.monotonic()
        phone.locator(".wide").click()
        phone.get_by_text("Sent. You may change it").wait_for()
        safe.locator(".badge", has_text="1 of 1").wait_for()
        voted = time.monotonic() - killed
        hit.wait_for_function(f"() => globalThis.cut && document.querySelector('{CONNECTED}')")
        hit.locator(STOP).press("ArrowRight")
        hit.get_by_text("At ε = 1.75").first.wait_for()
        back = time.monotonic() - killed
        took = f"the vote took {voted:.1f} s, a page's next answer {back:.1f} s"
        sys.stdout.write(f"\n{took}\n")
        assert voted < BACK
        assert back < BACK
        assert "graph=karate" in hit.url
        assert "see=clusters" in hit.url
        assert "epsilon=1.75" in hit.url
        assert safe.evaluate("() => globalThis.cut") is not True, "nobody else notices"
        safe.locator("h1").first.focus()
        safe.keyboard.press("ArrowRight")
        phone.locator(".slider input").wait_for()
        owner.get_by_role("button", name="Use this graph").click()
        owner.get_by_text("This page needs friends.csv").wait_for()
        bring(owner)  # to the server that took over
        for page in (teacher, *others):
            page.context.close()
