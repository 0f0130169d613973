"""What was taken away, in a real browser without a network: the moving picture and the report."""

import base64
import io
import re

import harness
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from notebook_cells import executed
from PIL import Image
from playwright.sync_api import expect

import graphdp_core as gdp
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.takeaway import Origin, Recipe, live, moving_html, report_html

pytestmark = pytest.mark.browser

KARATE = GraphChoice("dataset", "karate")
OWN = ("file:", "blob:", "data:")
SHARED = (
    "style",
    "stops",
    "labels",
    "shared",
    "message",
    "epsilon",
    "selection",
    "file",
    "footnote",
)
STOPS = (0.5, 1.0, 3.0, 8.0)


def compared(analysis):
    return gdp.compare(
        KARATE.load(), gdp.mechanism("edge_flip"), gdp.analysis(analysis), epsilon=3.0
    )


@pytest.fixture
def opened(chromium, tmp_path):
    """Opens a file in a browser that has no network; nothing may go wrong in it."""
    contexts, problems = [], []

    def open_file(text, *, width=1280, height=800, scheme="light"):
        path = tmp_path / "taken.html"
        path.write_text(text, encoding="utf-8")
        context = chromium.new_context(
            offline=True, viewport={"width": width, "height": height}, color_scheme=scheme,
            has_touch=True, reduced_motion="reduce",
        )  # fmt: skip
        contexts.append(context)
        page = context.new_page()
        harness.slow_down(page)
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "request",
            lambda r: (
                None if r.url.startswith(("file:", "blob:", "data:")) else problems.append(r.url)
            ),
        )
        page.goto(path.as_uri())
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert problems == []


def ready(page):
    page.wait_for_selector("html[data-ready]")
    drawn(page)
    return page


def drawn(page, epsilon=""):
    """Wait until the picture, perhaps of this epsilon, is on the screen."""
    shown = f"[data-shown='{epsilon}']" if epsilon else "[data-shown]"
    pair = f".pair[data-settled$=' {epsilon}']" if epsilon else ".pair[data-settled]"
    page.wait_for_selector(f".on-stage{shown} :is({pair}, .chart[data-drawn])")
    two_frames(page)


def two_frames(page):
    """What was asked of a painter until now is painted after these."""
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def pixels(page):
    shot = page.locator(".picture .stage").screenshot()
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB")).astype(int)


def said(page):
    return page.inner_text("h1"), page.inner_text(".slider .epsilon"), page.inner_text(".statement")


@pytest.mark.long
@pytest.mark.parametrize(
    ("analysis", "scheme"),
    [pytest.param("louvain", "light", marks=pytest.mark.long), ("persistence", "dark")],
)
def test_keys_move_picture_finding_and_promise(opened, analysis, scheme):
    c = compared(analysis)
    page = ready(opened(moving_html(c, epsilons=STOPS, draws=2), scheme=scheme))
    before, words = pixels(page), said(page)
    assert words[0] == c.answer_and_figures[0]
    assert words[1] == "ε = 3"
    dark = before[2, 2].sum() < 3 * 128
    assert dark == (scheme == "dark")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    drawn(page, "0.5")
    after = pixels(page)
    half = before.shape[1] // 2
    changed = np.abs(after - before).sum(axis=2) > 60
    assert changed[:, half:].mean() > 0.005
    if analysis == "louvain":  # the true graph stands still; a diagram's axes fit both sides
        assert not changed[:, : half - 20].any()
    assert said(page)[1] == "ε = 0.5"
    assert said(page)[0] != words[0]
    assert "0.5" in said(page)[2]
    page.focus(".slider .stop")
    page.keyboard.press("End")
    assert said(page)[1] == "ε = 8"
    page.keyboard.press("ArrowLeft")  # back to its own epsilon, by the slider itself
    drawn(page, "3")
    assert said(page) == words
    page.mouse.click(5, 5)  # the slider has no ring of focus then
    two_frames(page)
    assert (np.abs(pixels(page) - before).sum(axis=2) > 60).mean() < 0.001


@pytest.mark.long
def test_pointer_touch_theme_draws_and_print(opened):
    made = Recipe.of(compared("louvain"), Origin.of_choice(KARATE))
    page = ready(opened(moving_html(compared("louvain"), epsilons=STOPS, draws=2, recipe=made)))
    box = page.locator(".slider .stop").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.667 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 5, middle, steps=4)
    page.mouse.up()
    epsilon = page.locator(".slider .epsilon")
    expect(epsilon).to_have_text("ε = 0.5")
    page.touchscreen.tap(box["x"] + box["width"] - 8, middle)
    expect(epsilon).to_have_text("ε = 8")
    assert page.get_by_role("button", name="Play 2 repeats").is_hidden()
    page.keyboard.press("ArrowLeft")
    assert page.get_by_role("button", name="Play 2 repeats").is_visible()
    drawn(page, "3")
    page.get_by_role("button", name="Light or dark").click()
    two_frames(page)
    assert pixels(page)[2, 2].sum() < 3 * 60
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    still = page.locator(".paper svg")
    assert still.bounding_box()["width"] > 600
    inside = page.evaluate(
        "[...document.querySelectorAll('.paper svg text')].every(t => {"
        " const a = t.getBoundingClientRect(), b = t.ownerSVGElement.getBoundingClientRect();"
        " return a.left >= b.left - 1 && a.right <= b.right + 1; })"
    )
    assert inside
    assert "With ε = 3" in still.text_content()
    assert page.locator("details").get_attribute("open") is not None
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator(".paper svg").count() == 0
    assert len(page.pdf()) > 20_000


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_both_files_fit_and_are_accessible(opened, scheme, width):
    c = compared("louvain")
    made = Recipe.of(c, Origin.of_choice(KARATE))
    page = ready(opened(moving_html(c, epsilons=STOPS, draws=1), scheme=scheme, width=width))
    texts = [page]
    texts.append(
        opened(report_html(c, recipe=made, epsilons=STOPS, repeats=1), scheme=scheme, width=width)
    )
    for file in texts:
        wide = file.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        faults = Axe().run(file).response["violations"]
        assert [v["id"] for v in faults] == []


LIVE = """async ({esm, traits}) => {
    const module = await import(URL.createObjectURL(new Blob([esm], {type: "text/javascript"})));
    const read = ({bytes, plain}) => bytes === undefined ? plain
        : new DataView(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer);
    const heard = new Map();
    window.sent = [];
    window.model = {
        values: {}, get(name) { return this.values[name]; },
        set(name, value) { this.values[name] = value; window.sent.push([name, value]); },
        save_changes() {}, on(event, act) { heard.set(event, act); }, off() {},
        take(some) {
            for (const [name, value] of Object.entries(some)) this.values[name] = read(value);
            heard.get("change:message")?.();
            heard.get("change:epsilon")?.();
        },
    };
    window.model.take(traits);
    const el = document.body.appendChild(document.createElement("div"));
    el.id = "live";
    module.default.render({model: window.model, el});
}"""


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize(("analysis", "scheme"), [("louvain", "dark"), ("spectrum", "light")])
def test_the_module_of_a_live_widget_draws_asks_and_follows(opened, analysis, scheme):
    pytest.importorskip("anywidget")
    widget = live(compared(analysis))
    page = opened("<!doctype html><title>notebook</title><body>", scheme=scheme, height=900)

    def traits():
        state = {name: getattr(widget, name) for name in widget.keys if name[0] != "_"}
        state = {name: state[name] for name in SHARED}
        return {
            name: {"bytes": base64.b64encode(value).decode()}
            if isinstance(value, bytes)
            else {"plain": value}
            for name, value in state.items()
        }

    page.evaluate(LIVE, {"esm": widget._esm, "traits": traits()})
    drawn(page)
    assert page.inner_text("#live h1") == widget.comparison.answer_and_figures[0]
    before = page.locator(".picture").screenshot()
    page.locator("#live .stop").press("ArrowLeft")
    assert ["epsilon", 2.5] in page.evaluate("sent")
    widget.epsilon = 0.5
    page.evaluate("some => model.take(some)", traits())
    drawn(page, "0.5")
    assert page.inner_text("#live .epsilon") == "ε = 0.5"
    assert page.locator(".picture").screenshot() != before
    paper = page.evaluate(
        "getComputedStyle(document.querySelector('#live').shadowRoot.querySelector('.live'))"
        ".backgroundColor"
    )
    assert (sum(map(int, re.findall(r"\d+", paper)[:3])) < 3 * 128) == (scheme == "dark")
    if analysis == "louvain":
        page.locator("#live button.entry").first.click()
        page.wait_for_function(
            "() => sent.some(([name, nodes]) => name === 'selection' && nodes.length > 2)"
        )


KEEPS_WORDS = """place => {
    window.said = [];
    new MutationObserver(() => said.push(place.textContent)).observe(place, {childList: true});
}"""


@pytest.mark.long
@pytest.mark.quiet
def test_the_menu_saves_what_it_shows(tab):
    tab.page.set_viewport_size({"width": 1280, "height": 800})
    for count, view in enumerate(("spectrum", "clusters"), start=1):
        tab.go(f"explore?see={view}&graph=karate")
        tab.page.wait_for_selector(".on-stage[data-shown]:not([data-waiting])")
        tab.page.keyboard.press("s")
        tab.page.wait_for_selector(f".graphdp-opener .count >> text={count}")
    tab.page.get_by_role("button", name="Take away").click()
    menu = tab.page.get_by_role("dialog")
    menu.locator("img").wait_for()
    menu.locator("img").evaluate("image => image.decode()")
    menu.locator(".takeaway .said").evaluate(KEEPS_WORDS)

    def has_said(words):
        """Wait until something was said that is taken back after a while."""
        tab.page.wait_for_function("words => said.some(one => one.includes(words))", arg=words)

    def saved(click):
        with tab.page.expect_download() as download:
            click()
        return download.value.suggested_filename, download.value.path().read_bytes()

    def made(label):
        """The button that saves what the server has made by then."""
        button = menu.get_by_role("button", name=label)
        button.wait_for()
        return button

    wide = menu.locator("img").evaluate("image => image.naturalWidth")
    for scale in (1, 2, 3, 4):
        menu.get_by_label("Sharpness of the PNG").select_option(str(scale))
        name, png = saved(lambda: menu.get_by_role("button", name="PNG").click())
        assert name == "graphdp-louvain-edge_flip-epsilon-3-draw-0.png"
        assert Image.open(io.BytesIO(png)).width == scale * wide
    _, svg = saved(lambda: menu.get_by_role("button", name="SVG").click())
    assert b"noise draw 0" in svg
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    menu.get_by_role("button", name="Copy").click()
    has_said("Copied")
    kinds = tab.page.evaluate("async () => (await navigator.clipboard.read())[0].types")
    assert kinds == ["image/png"]
    name, pdf = saved(lambda: menu.get_by_role("button", name="PDF").click())
    assert name == "graphdp-louvain-edge_flip-epsilon-3-draw-0.pdf"
    start = int(pdf.split(b"startxref")[1].split()[0])
    assert pdf[start:].startswith(b"xref\n0 6\n")
    offsets = [int(row.split()[0]) for row in pdf[start:].splitlines()[3:8]]
    assert all(pdf[at:].startswith(b"%d 0 obj" % (k + 1)) for k, at in enumerate(offsets))
    jpeg = Image.open(io.BytesIO(pdf[pdf.index(b"\xff\xd8\xff") :]))
    assert (jpeg.format, jpeg.width) == ("JPEG", 4 * wide)
    assert [v["id"] for v in Axe().run(tab.page).response["violations"]] == []
    menu.get_by_text("Numbers", exact=True).click()
    name, table = saved(lambda: menu.get_by_role("button", name="as CSV").click())
    assert name.endswith("-all-numbers.csv")
    assert b"# Promise: This release protects" in table
    menu.get_by_text("Moving picture", exact=True).click()
    menu.get_by_role("button", name="Make the moving picture").click()
    name, page = saved(made("Save the moving picture").click)
    assert name.endswith("-moving-picture.html")
    assert b"Contains the true graph: not private" in page
    menu.get_by_text("Script", exact=True).click()
    name, text = saved(made("Save as a notebook").click)
    assert name.endswith(".ipynb")
    said = executed(text)
    assert said.count("as on the page") > 3
    assert " was " not in said
    tab.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    box = tab.page.locator(".st-key-numbers-table")
    box.locator("summary").click()
    frame = box.get_by_test_id("stDataFrame")
    frame.hover()
    tools = box.get_by_test_id("stElementToolbarButton")
    tools.first.wait_for()
    seen = [tool.is_visible() for tool in tools.all()]
    assert seen.count(False) == 1, "Streamlit's own CSV says no promise"
    name, table = saved(lambda: box.get_by_role("button", name="Download CSV").click())
    assert name == "graphdp-numbers.csv"
    assert b"# Promise: This release protects" in table
