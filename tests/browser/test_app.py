"""The app as a person meets it: a real browser, a fresh server, the keyboard, nonsense."""

from urllib.parse import parse_qsl, urlsplit

import harness
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

WATCH = """import socket, sys
ASKING = ("socket.getaddrinfo", "socket.gethostbyname", "socket.connect", "socket.sendto")
def heard(event, args):
    if event in ASKING:
        place = args[0] if event.startswith("socket.get") else args[1]
        host = place[0] if isinstance(place, tuple) else place
        if isinstance(place, tuple) or event.startswith("socket.get"):
            with open({path!r}, "a") as note:
                note.write(f"{{host.decode() if isinstance(host, bytes) else host}}\\n")
sys.addaudithook(heard)
socket.getaddrinfo("localhost", 80)
"""
PICTURE = f"[data-testid=stPlotlyChart], {harness.DRAWN}"
STAGE = ".stage-page .on-stage"
AT_HOME = {"localhost", "127.0.0.1", "0.0.0.0", "::", "::1"}


@pytest.mark.long
@pytest.mark.quiet
def test_a_deep_link_works_on_a_freshly_started_server_and_outlives_it(chromium, tmp_path):
    asked = tmp_path / "asked"
    (tmp_path / "sitecustomize.py").write_text(WATCH.format(path=str(asked)))
    with (
        harness.server_process(options=(), PYTHONPATH=str(tmp_path)) as (fresh, process),
        harness.visit(chromium, fresh, alone=True) as tab,
    ):
        tab.page.goto(f"{fresh}/centrality?epsilon=1.5&mechanism=LaplaceFlip&draw=4")
        shown(tab, "1.5")
        assert "/explore?" in tab.page.url
        assert "see=centrality" in tab.page.url
        assert "mechanism=laplace_flip" in tab.page.url
        said = tab.page.inner_text(f"{STAGE} h1"), tab.page.inner_text(f"{STAGE} .statement")
        assert "ε = 1.5" in said[0]
        assert "leaders stay" in said[0]
        assert "exact ε" in said[1], "LaplaceFlip's is smaller than the nominal one"
        assert "Page not found" not in tab.text()
        assert tab.problems == []
        foreign = {"Origin": "https://elsewhere.example", "Upgrade": "websocket"}
        tab.page.request.get(f"{fresh}/_stcore/stream", headers=foreign)
        assert "localhost" in asked.read_text(), "the watch is awake"
        assert set(asked.read_text().split()) <= AT_HOME
        process.kill()
        process.wait()
        line = ".graphdp-lost"
        tab.page.wait_for_function(
            f"() => document.querySelector('{line}').textContent.includes('lost')"
        )
        tab.page.wait_for_timeout(3000)  # the app's own dialog comes with the second failure
        assert tab.page.locator("[data-testid=stDialog]").count() == 0
        with harness.server_process(port=int(fresh.rpartition(":")[2])):
            tab.page.wait_for_function(f"() => !document.querySelector('{line}').textContent")
            shown(tab, "1.5")
            assert "mechanism=laplace_flip" in tab.page.url
            assert tab.page.inner_text(f"{STAGE} h1") == said[0]


def shown(tab, epsilon=""):
    """Wait for the stage to show a stop, and not another's in its place."""
    at = f"[data-shown='{epsilon}']" if epsilon else "[data-shown]"
    tab.page.wait_for_selector(f"{STAGE}{at}:not([data-waiting])")


def drawn(tab):
    """Wait for a picture; for some pages the server works for a minute, a busy one for longer."""
    tab.page.wait_for_selector(PICTURE, state="attached")


FOCUSED = """() => {
    let here = document.activeElement;
    while (here.shadowRoot?.activeElement) here = here.shadowRoot.activeElement;
    const label = here.labels?.[0]?.textContent ?? here.textContent;
    const name = here.getAttribute("aria-label") ?? label;
    return `${here.getAttribute("role") ?? here.type ?? here.tagName} ${name}`;
}"""


def walk_to(tab, wanted, most=60):
    """Press Tab until what is wanted has the focus."""
    for _ in range(most):
        tab.page.keyboard.press("Tab")
        if tab.page.evaluate(FOCUSED).strip().startswith(wanted):
            return
    raise AssertionError(f"{wanted} is not reached by {most} steps of the Tab key")


def test_a_person_without_a_mouse_chooses_moves_finds_and_presents(tab):
    tab.go("explore")
    keys = tab.page.keyboard
    walk_to(tab, "combobox Graph")
    keys.type("karate")
    keys.press("Enter")
    tab.page.wait_for_url("**graph=karate**")
    tab.settle()
    shown(tab, "3")
    walk_to(tab, "range")
    keys.press("ArrowLeft")
    tab.page.wait_for_url("**epsilon=2.5**")
    shown(tab, "2.5")
    walk_to(tab, "SUMMARY keyboard_arrow_rightMore")
    keys.press("Enter")
    walk_to(tab, "combobox Find a node")
    keys.type("John A")
    keys.press("Enter")
    tab.page.locator(f"{STAGE} .tie").get_by_text("John A. is marked").wait_for()
    tab.settle()
    walk_to(tab, "application")
    for key, word in (("p", "present=1"), ("h", "hide=1")):
        keys.press(key)
        tab.page.wait_for_url(f"**{word}**")


@pytest.mark.long
def test_nonsense_in_the_address_falls_back_and_a_new_draw_stands_in_it(tab):
    tab.go("explore?epsilon=abc&graph=<script>&draw=nan&mechanism=nothing&sbm.within=1e999")
    assert tab.page.locator('[data-testid="stException"]').count() == 0
    assert "could not be finished" not in tab.text()
    shown(tab, "3")
    drawn(tab)
    tab.page.get_by_role("button", name="Draw again").click()
    tab.page.wait_for_url("**draw=1**")
    tab.settle()
    shown(tab, "3")


def test_security_headers_are_sent_and_hold(tab):
    for accept in ("text/html", "*/*"):
        response = tab.page.request.get(tab.address, headers={"Accept": accept})
        rules = response.headers["content-security-policy"].split("; ")
        assert "default-src 'self'" in rules
        assert response.headers["x-content-type-options"] == "nosniff"
        (scripts,) = (rule for rule in rules if rule.startswith("script-src"))
        assert "unsafe" not in scripts
    tab.go("release")
    # The browser tells of a refusal later than it refuses.
    with tab.page.expect_console_message(lambda _: len(tab.problems) == 2):
        tab.page.evaluate(
            "() => { const foreign = document.createElement('script');"
            "foreign.text = 'window.hurt = 1'; document.head.append(foreign);"
            'setTimeout("window.hurt = 2", 0); }'
        )
    tab.page.wait_for_timeout(100)
    assert tab.page.evaluate("window.hurt") is None
    refused = [text for text in tab.problems if "Content Security Policy" in text]
    assert len(refused) == len(tab.problems) == 2
    tab.problems.clear()


@pytest.fixture(scope="module")
def slow_app(tmp_path_factory):
    """The address of an app with a slow mechanism, and the file where it notes its draws."""
    log = tmp_path_factory.mktemp("slow") / "draws"
    here = {"GRAPHDP_TEST_LOG": str(log), "GRAPHDP_WORKERS": "0", "GRAPHDP_STORE": ":memory:"}
    with harness.server(script="tests/apps/slow_app.py", **here) as address:
        yield address, log


@pytest.fixture
def slow(slow_app):
    """The same with nothing noted."""
    slow_app[1].write_text("")
    return slow_app


@pytest.mark.long
def test_long_work_is_cancelled_by_its_button_and_started_again(chromium, slow):
    address, log = slow
    with harness.visit(chromium, address, alone=True) as tab:
        # The stage would ask for the same draw.
        tab.page.route(
            "**/_graphdp/stage/**", lambda r: r.fulfill(status=202, json={"again": 600_000})
        )
        tab.go("explore?see=embedding&graph=karate&epsilon=7")
        tab.page.get_by_test_id("stMain").get_by_text("All numbers").first.click()
        cancel = tab.page.get_by_role("button", name="Cancel")
        stopped = tab.page.get_by_text("Stopped before it was finished")
        begun(tab, log, 1)
        cancel.click()
        stopped.wait_for()
        expect(cancel).to_have_count(0)
        assert log.read_text().split() == ["start", "7"]
        tab.page.get_by_role("button", name="Start again").click()
        begun(tab, log, 2)
        expect(stopped).to_have_count(0)
        cancel.click()
        stopped.wait_for()
        assert log.read_text().split() == ["start", "7"] * 2


@pytest.mark.long
@pytest.mark.quiet
def test_a_long_sweep_is_stopped_by_its_button_and_goes_on(chromium, slow):
    address, log = slow
    with harness.visit(chromium, address) as tab:
        no_target = "analysis=overview&overview.metric=transitivity_error"
        tab.page.goto(f"{address}/which-epsilon?graph=Karate club (34 nodes)&{no_target}")
        switch = tab.page.locator(".st-key-sweep")
        stop = switch.get_by_role("button", name="Stop")  # another is there for touch, unseen
        go = switch.get_by_role("button", name="Run the sweep")
        stop.click()
        go.wait_for()
        tab.settle()
        stopped = _drawn_to_the_end(tab, log)
        tab.page.wait_for_timeout(2_500)  # a draw takes two seconds
        assert log.read_text().count("end") == stopped, "nothing is measured any more"
        go.click()
        stop.wait_for()
        goes_on(tab, log, stopped)
        tab.page.get_by_role("link", name="About this graph").first.click()
        tab.page.wait_for_url("**/data*")
        before = log.read_text().count("end")
        job = tab.page.locator(".st-key-job-sweep")
        job.get_by_role("progressbar").wait_for()  # how long it takes is said later
        goes_on(tab, log, before)  # behind another page
        job.get_by_role("button").click()
        job.wait_for(state="detached")


def begun(tab, log, times):
    """Wait until so many draws have begun."""
    for _ in range(300):
        if log.read_text().count("start") >= times:
            return
        tab.page.wait_for_timeout(200)
    pytest.fail("no draw begins")


def goes_on(tab, log, before):
    """Wait until more draws have ended than before."""
    for _ in range(300):
        if log.read_text().count("end") > before:
            return
        tab.page.wait_for_timeout(200)
    pytest.fail("the sweep does not go on")


def _drawn_to_the_end(tab, log):
    """How many draws there were, once the one that had begun is over; a busy machine takes long."""
    for _ in range(300):
        events = log.read_text()
        if events.count("start") == events.count("end"):
            return events.count("end")
        tab.page.wait_for_timeout(200)
    pytest.fail("a draw that had begun does not end")


@pytest.mark.long
def test_a_false_address_leads_to_the_first_page_and_names_the_pages(tab):
    tab.page.goto(f"{tab.address}/embedding?draw=2")
    expect(tab.page.get_by_test_id("stAlert")).to_contain_text("There is no page “embedding”")
    leads_to_the_first(tab, {("no-page", "embedding"), ("draw", "2")})
    tab.settle()
    assert "Page not found" not in tab.text()
    tab.page.goto(f"{tab.address}/{harness.FIRST_PAGE}?draw=2")
    tab.settle()
    leads_to_the_first(tab, {("draw", "2")})
    assert "no-page" not in tab.page.url
    assert tab.page.locator('[data-testid="stAlert"]').count() == 0


def leads_to_the_first(tab, words):
    """Wait for the first page's address, with these words in it."""

    def is_there(url):
        asked = urlsplit(url)
        return asked.path == "/" and words <= set(parse_qsl(asked.query))

    tab.page.wait_for_url(is_there)
