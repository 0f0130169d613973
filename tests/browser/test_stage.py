"""The stage on Explore: its views, its address, its marks, and what it asks the server for."""

import re
from urllib.parse import urlsplit

import harness
import pytest
from playwright.sync_api import expect

import graphdp_core as gdp
from graphdp_core.vocabulary import TOPICS

pytestmark = pytest.mark.browser

STAGE = ".stage-page .on-stage"


def opened(tab, query, *, width=1280, height=720):
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.page.goto(f"{tab.address}/explore?graph=karate&{query}")
    shown(tab)
    return tab.page


def shown(tab, view="", epsilon=""):
    """Wait for the stage to show a view's stop, and not another's in its place."""
    at = f"[data-shown='{epsilon}']" if epsilon else "[data-shown]"
    tab.page.wait_for_selector(f"{STAGE}{at}:not([data-waiting])")
    if view:
        tab.page.wait_for_selector(f".views [data-view={view}][aria-selected=true]")


def test_keys_turn_the_view_and_move_epsilon_and_the_address_follows_at_once(tab):
    page = opened(tab, "see=clusters&epsilon=2")
    assert "At ε = 2 the communities" in page.inner_text(f"{STAGE} h1")
    page.keyboard.press("3")
    shown(tab, "embedding")
    page.locator(f"{STAGE} .stop").press("ArrowRight")
    page.evaluate("new Promise((done) => setTimeout(done))")  # the task that writes the address
    at_once = harness.words(page)  # before the test itself would hear of another address
    assert at_once["see"] == "embedding"
    assert at_once["epsilon"] == "2.5"
    shown(tab, epsilon="2.5")
    said = page.inner_text(f"{STAGE} h1"), page.inner_text(f"{STAGE} .statement")
    assert "2.5" in said[0]
    assert "2.5" in said[1]
    page.reload()
    shown(tab, "embedding", "2.5")
    assert (page.inner_text(f"{STAGE} h1"), page.inner_text(f"{STAGE} .statement")) == said


def test_two_marked_nodes_are_marked_in_every_view_and_their_tie_is_told(tab):
    page = opened(tab, "see=graph&epsilon=3")
    plot = page.locator(".panel.left .plot")
    plot.focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    tie = page.locator(".tie")
    expect(tie).to_contain_text("50 in 100 before, 4.7 to 95.3 in 100 after")
    expect(tie).to_contain_text("This release ")
    told = tie.inner_text()
    for key, view in (("6", "centrality"), ("2", "clusters")):
        page.keyboard.press(key)
        shown(tab, view)
        expect(tie).to_have_text(told, use_inner_text=True)
    expect(page.locator(".pair[data-settled]")).to_have_count(1)


@pytest.mark.long
def test_a_stop_that_has_come_is_not_asked_for_again(tab):
    page = opened(tab, "see=graph&epsilon=3")
    stop = page.locator(f"{STAGE} .stop")
    stop.press("ArrowLeft")
    shown(tab, epsilon="2.5")
    key = page.wait_for_function(COME, arg="/2.5").json_value().split("/")[-2]
    asked = []
    page.on("request", lambda r: asked.append(r.url) if key in r.url else None)
    stop.press("ArrowRight")
    shown(tab, epsilon="3")
    stop.press("ArrowLeft")
    shown(tab, epsilon="2.5")
    assert not [url for url in asked if url.endswith(("/3", "/2.5"))]


@pytest.mark.long
def test_a_deep_link_opens_where_streamlit_does_not_hear_of_its_server(fresh_tab):
    """The fifth private name; the other four are switched off without a browser."""
    unread = "Object.defineProperty(window, '__streamlit', { get() {}, set() {} })"
    fresh_tab.page.add_init_script(unread)
    page = opened(fresh_tab, "see=clusters&epsilon=2")
    page.locator(f"{STAGE} .stop").press("ArrowRight")
    shown(fresh_tab, "clusters", "2.5")
    assert "/explore?" in page.url
    page.get_by_role("link", name="About this graph").first.click()
    page.wait_for_url("**/data?**")
    expected(fresh_tab)  # it asks for its server below the page first


@pytest.mark.long
def test_what_was_turned_to_stays_through_menus_other_pages_and_back(tab):
    page = opened(tab, "see=embedding&epsilon=2&axes=12")
    page.keyboard.press("1")
    page.locator(f"{STAGE} .stop").press("ArrowRight")
    shown(tab, "graph", "2.5")
    page.get_by_role("button", name="Draw again").click()
    page.wait_for_url("**draw=1**")
    shown(tab, "graph", "2.5")
    page.keyboard.press("3")
    expect(page.get_by_role("combobox", name="Axes")).to_have_value("1 × 2")
    page.keyboard.press("1")
    page.wait_for_selector(".st-key-edges")
    page.get_by_role("link", name="About this graph").first.click()
    page.wait_for_selector(STAGE, state="detached")
    page.get_by_role("link", name="Explore").first.click()
    shown(tab, "graph", "2.5")
    for word in ("see=graph", r"epsilon=2\.5", "draw=1"):
        expect(page).to_have_url(re.compile(rf"[?&]{word}(&|$)"))
    page.keyboard.press("3")
    shown(tab, "embedding", "2.5")
    for _ in range(3):
        page.go_back()
        page.wait_for_timeout(1500)
        words = harness.words(page)
        if urlsplit(page.url).path == "/explore":
            shown(tab, words["see"], words["epsilon"])
            now = harness.words(page)
            assert (now["see"], now["epsilon"]) == (words["see"], words["epsilon"]), "it leads"
        else:
            expect(page.locator(STAGE)).to_have_count(0)


def expected(tab):
    """Take back the browser's complaints of answers that the test itself keeps back."""
    tab.problems[:] = [p for p in tab.problems if not p.startswith("Failed to load resource")]


ROUTE = "**/_graphdp/stage/**"
UNSEEN = "draw=90"
"""With one digit more, noise that no other test asks for: a stop that the server has comes with
the page, and nothing is asked of the route."""


@pytest.mark.long
def test_a_route_that_is_blocked_is_said_and_stops_come_with_the_page(fresh_tab):
    fresh_tab.page.route(ROUTE, lambda route: route.abort())
    page = opened(fresh_tab, f"see=clusters&epsilon=2&{UNSEEN}7")
    assert "At ε = 2 the communities" in page.inner_text(f"{STAGE} h1")
    expect(page.locator(".stage-page .said")).to_contain_text("keeps its pictures back")
    page.locator(f"{STAGE} .stop").press("ArrowRight")
    shown(fresh_tab, epsilon="2.5")
    assert page.locator(f"{STAGE} .figures div").count() > 0
    assert "ε = 2.5" in page.inner_text(f"{STAGE} .statement")
    expected(fresh_tab)


@pytest.mark.long
def test_a_server_that_has_forgotten_a_stage_is_told_of_it_again(fresh_tab):
    missed = []

    def answer(route):
        if len(missed) < 2 and not route.request.url.endswith(".svg"):
            missed.append(route.request.url)
            route.fulfill(status=404, json={})
        else:
            route.continue_()

    fresh_tab.page.route(ROUTE, answer)
    page = opened(fresh_tab, f"see=graph&epsilon=4&{UNSEEN}8")
    assert len(missed) == 2
    assert "4" in page.inner_text(f"{STAGE} h1")
    expect(page.locator(".stage-page .said")).to_have_text("")
    expected(fresh_tab)


NO_WEBGL = """{
    const old = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith("webgl") ? null : old.call(this, kind, ...rest);
    };
}"""


@pytest.mark.long
def test_without_webgl_the_server_draws(fresh_tab):
    fresh_tab.page.add_init_script(NO_WEBGL)
    page = opened(fresh_tab, "see=graph&epsilon=3")
    image = page.locator(f"{STAGE} img.instead")
    image.wait_for()
    assert image.evaluate("i => i.decode().then(() => i.naturalWidth)") > 500
    expect(page.locator(f"{STAGE} .message")).to_contain_text("no WebGL")
    assert page.locator(f"{STAGE} .figures div").count() > 0
    page.keyboard.press("6")
    shown(fresh_tab, "centrality")
    page.locator(f"{STAGE} .chart svg path").nth(3).wait_for(state="attached")


@pytest.mark.long
def test_marks_follow_the_address_and_the_address_follows_them(tab):
    page = opened(tab, "see=graph&epsilon=3&marked=3.33")
    expect(page.locator(".tie")).to_contain_text("John A.")
    page.locator(".panel.left .plot").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "marked=3.33" not in url)
    assert "see=graph" in page.url


VIEWS = tuple(topic.view for topic in TOPICS)


def test_every_view_works_on_a_phone_without_motion_and_is_told_once(chromium, address):
    with harness.visit(chromium, address, width=390, height=844, still=True) as tab:
        page = opened(tab, "see=graph&epsilon=3", width=390, height=844)
        for key, view in enumerate(VIEWS, start=1):
            page.locator(f"{STAGE} .stop").press(str(key % 10))
            shown(tab, view)
            assert page.locator(f"{STAGE} .flight").count() == 0, view
            assert tab.too_wide() <= 0, view
            answer = page.inner_text(f"{STAGE} h1")
            assert "3" in answer, view
            assert page.locator(f"{STAGE} .figures div").count() > 0, view
            assert page.inner_text(f"{STAGE} .statement"), view
            page.wait_for_function(HEARD, arg=answer)
        page.emulate_media(forced_colors="active")
        page.set_viewport_size({"width": 640, "height": 360})  # 1280x720 at 200 %
        for key, view in enumerate(VIEWS, start=1):
            page.locator(f"{STAGE} .stop").press(str(key % 10))
            shown(tab, view)
            assert tab.too_wide() <= 0, view
            box = page.locator(f"{STAGE} .of-pair, {STAGE} .of-chart").locator("visible=true")
            assert box.bounding_box()["height"] > 150, view
        assert tab.problems == []


HEARD = """answer => [...function* walk(root) {
    for (const element of root.querySelectorAll("*")) {
        if (element.matches(".heard")) yield element.textContent;
        if (element.shadowRoot) yield* walk(element.shadowRoot);
    }
}(document)].some(said => said.includes(answer))"""


@pytest.mark.long
def test_a_rank_can_be_marked_by_keys_and_the_node_is_marked_everywhere(tab):
    page = opened(tab, "see=centrality&epsilon=3")
    chart = page.locator(f"{STAGE} .chart .stage")
    chart.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    tie = page.locator(".tie")
    expect(tie).to_contain_text("is marked")
    told = tie.inner_text()
    page.locator(f"{STAGE} .marked circle").first.wait_for(state="attached")
    page.keyboard.press("1")
    shown(tab, "graph")
    expect(tie).to_have_text(told, use_inner_text=True)
    page.locator(f"{STAGE} .pair [title='Clear the marks']").click()
    page.keyboard.press("6")
    shown(tab, "centrality")
    expect(page.locator(f"{STAGE} .marked circle")).to_have_count(0)
    page.locator(".tie .example").click()
    expect(tie).to_contain_text("an insider believes")
    page.keyboard.press("1")
    shown(tab, "graph")
    kept = re.compile(r"shows the tie, and it is there|shows no tie where there is one: an insider")
    expect(tie).to_contain_text(kept)  # the example is a true tie


@pytest.mark.long
def test_a_tie_that_the_noise_invented_is_called_one(tab):
    c = gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis("overview"), epsilon=3.0
    )
    true, seen = ({tuple(edge) for edge in g.edges.tolist()} for g in (c.graph, c.release))
    for (u, v), said in (
        (min(seen - true), "shows a tie that is not there: an insider may be 95.3 in 100 sure"),
        (min(true - seen), "shows no tie where there is one"),
        (min(true & seen), "shows the tie, and it is there"),
    ):
        page = opened(tab, f"graph=karate&see=graph&epsilon=3&marked={u}.{v}")
        expect(page.locator(".tie")).to_contain_text(said)


FLIES = """async (stage, key) => {
    stage.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, composed: true}));
    await new Promise(requestAnimationFrame); // asked for later, and so told after the flight's own
    const flight = stage.querySelector(".flight");
    return Boolean(flight) && flight.getContext("2d")
        .getImageData(0, 0, flight.width, flight.height).data.some((value) => value);
}"""


@pytest.mark.long
def test_nodes_fly_between_a_picture_and_a_chart_and_land(tab):
    page = opened(tab, "see=graph&epsilon=3")
    page.keyboard.press("6")
    shown(tab, "centrality")
    page.keyboard.press("1")
    shown(tab, "graph")
    assert page.locator(STAGE).evaluate(FLIES, "6")
    page.wait_for_selector(f"{STAGE} .flight", state="detached")
    expect(page.locator(f"{STAGE} .leaving")).to_have_count(0)


@pytest.mark.long
def test_a_loop_of_the_diagram_is_drawn_among_the_nodes_and_they_are_marked_on_both_sides(tab):
    page = opened(tab, "see=persistence&epsilon=4")
    chart = page.locator(f"{STAGE} .chart .stage")
    chart.focus()
    tip, marked = chart.locator(".tip"), chart.locator(".marked")
    for _ in range(80):
        page.keyboard.press("ArrowRight")
        if tip.inner_text().startswith("H1"):
            break
    assert chart.locator(".rings path").count() >= 3, "meant, it is seen already"
    page.keyboard.press("Enter")
    expect(page.locator(".tie")).to_contain_text("nodes are marked")
    assert marked.locator("path").count() >= 3
    places = marked.locator("circle").evaluate_all("all => all.map(dot => dot.cx.baseVal.value)")
    assert min(places) < chart.bounding_box()["width"] / 2 < max(places)
    expect(page.locator(f"{STAGE} .inset")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".tie")).to_contain_text("mark two nodes")
    assert marked.locator("path").count() == 0


COME = r"""end => performance.getEntriesByType("resource")
    .filter(({name, responseStatus}) => responseStatus === 200 && name.endsWith(end))
    .map(({name}) => name).find((name) => /\/stage\/.*\/[\d.]+$/.test(name))"""
"""The first stop of these that has come by the route, and is not but being computed."""


@pytest.mark.long
def test_a_stop_that_is_being_measured_is_told_when_it_has_come(fresh_tab):
    page = opened(fresh_tab, f"see=graph&epsilon=4&{UNSEEN}9")
    held, is_free = [], []

    def answer(route):
        route.continue_() if is_free else held.append(route)

    page.route(ROUTE, answer)
    page.locator(f"{STAGE} .stop").press("End")
    heard = page.locator(f"{STAGE} .heard")
    expect(heard).to_have_text("ε = 20 is being measured.")
    is_free.append(True)
    for route in held:
        route.continue_()
    expect(heard).to_have_text(re.compile(r"^ε = 20\. At ε = 20"))
