"""Where a page's leading parts lie in the window, measured in a real browser."""

import re

import harness
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

STAGE = ".on-stage"
VIEWS = (
    "graph",
    "centrality",
    "clusters",
    "counts",
    "embedding",
    "persistence",
    "spectrum",
    "tree",
)
LEADING = [*(f"explore?see={view}" for view in VIEWS), "compare?analysis=louvain"]
MOST_MOVED = 0.05  # of a page, summed as `harness.Visit.shifted` does
LAPTOP, TELEPHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
SLOW = {"which-epsilon", "data"}  # other tests look them over: here the long form does
LAST_WORD_SEEN = """() => {
    const box = document.querySelector(".rc-overflow-item-rest").getBoundingClientRect();
    const there = document.elementFromPoint(box.right - 2, box.y + box.height / 2);
    return document.querySelector("[data-testid=stTopNav]").contains(there);
}"""
FITS = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    return main.scrollWidth - main.clientWidth <= 1;
}"""
INK = "text => getComputedStyle(text).fill"


def rested(tab):
    """How far the page's parts were moved, once nothing moves any more."""
    before, now = -1.0, tab.shifted()
    while now > before:
        tab.page.wait_for_timeout(500)
        before, now = now, tab.shifted()
    return now


def share_in_sight(tab, selector, height=720):
    """Which share of an element lies in the window that is not scrolled."""
    box = tab.page.locator(selector).first.bounding_box()
    low, high = max(box["y"], 0), min(box["y"] + box["height"], height)
    return max(high - low, 0) / box["height"]


@pytest.mark.long
@pytest.mark.quiet
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", LEADING)
def test_the_answer_the_picture_and_the_promise_are_on_the_first_screen(
    chromium, address, name, scheme
):
    first = name == LEADING[0]  # parts come at other times where scripts are loaded anew
    with harness.visit(
        chromium, address, scheme=scheme, width=1280, height=720, alone=first
    ) as tab:
        opened(tab, f"{name}&graph=karate")
        for part in ("h1", ".slider", ".promise"):
            assert share_in_sight(tab, f"{STAGE} {part}") > 0.99, part
        assert share_in_sight(tab, f"{STAGE} .picture") >= 0.6
        assert not tab.page.locator("details[open]").count(), "what explains is closed"
        tab.look_over()
        tab.page.set_viewport_size(TELEPHONE)
        tab.settle()
        turned = rested(tab)  # the app's own frame takes its time to fit another window
        tab.page.locator(f"{STAGE} .promise").scroll_into_view_if_needed()
        tab.page.wait_for_timeout(300)
        assert tab.shifted() - turned < harness.MOST_SHIFT
        in_reach = share_in_sight(tab, f"{STAGE} .slider .stop", TELEPHONE["height"])
        assert in_reach > 0.99, "a telephone keeps the slider in reach"
        pair = tab.page.locator(".pair:not([data-single])").locator("visible=true")
        if pair.count():
            assert_stacked(pair.locator(".panel.left"), pair.locator(".panel.right"))
        if tab.page.locator(".chart[data-stacked]").count():
            drawn = tab.page.locator(".chart svg[role=img]").inner_html()
            assert all(title in drawn for title in ("Without privacy", "With ε"))
        tab.page.set_viewport_size({"width": 820, "height": 900})
        tab.settle()
        tab.page.wait_for_function(FITS)  # nothing is cut off on a narrow screen
        assert tab.problems == []
        if first:
            tab.page.get_by_text(re.compile("^[0-9]+ more$")).first.wait_for()
            tab.page.wait_for_timeout(700)  # the menu is measured twice
            tab.page.wait_for_function(LAST_WORD_SEEN)  # the menu is not cut off


def assert_stacked(left, right):
    """Both sides are there, of one size, the private one below."""
    above, below = left.bounding_box(), right.bounding_box()
    assert above["y"] + above["height"] <= below["y"] + 1
    assert above["x"] == pytest.approx(below["x"], abs=1)
    assert above["height"] == pytest.approx(below["height"], abs=2)


@pytest.mark.quiet
@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", harness.PAGES)
def test_every_page_stands_still_and_is_finished_clean_and_accessible(
    chromium, address, name, turn
):
    """Opened on a laptop or, in turn, a telephone; then seen at another width.

    The long form loads all scripts anew, has the graph that a newcomer sees and one width more.
    """
    odd = (harness.PAGES.index(name) + turn) % 2
    with harness.visit(chromium, address, scheme=("light", "dark")[odd], alone=bool(turn)) as tab:
        tab.page.set_viewport_size(TELEPHONE if odd else LAPTOP)
        tab.go(name if turn else f"{name}?graph=karate")
        assert rested(tab) <= MOST_MOVED
        if turn or name not in SLOW:
            if name in harness.DRAWING:
                tab.wait_for_picture()
            tab.look_over()
        for size in (LAPTOP if odd else TELEPHONE, {"width": 800, "height": 1000})[: turn + 1]:
            tab.page.set_viewport_size(size)
            tab.settle()
            tab.page.wait_for_function(FITS)  # nothing is cut off on a narrow screen
        assert tab.problems == []


@pytest.mark.parametrize("size", [(1280, 720), pytest.param((1440, 900), marks=pytest.mark.long)])
def test_explores_pictures_fill_the_window(chromium, address, size):
    width, height = size
    with harness.visit(chromium, address, width=width, height=height) as tab:
        for view in ("graph", "tree", "persistence"):
            opened(tab, f"explore?see={view}")
            sides = tab.page.locator(":is(.panel .plot, .chart .stage)").locator("visible=true")
            boxes = [side.bounding_box() for side in sides.all()]
            assert min(box["height"] for box in boxes) >= 0.45 * height, view
            sidebar = tab.page.get_by_test_id("stSidebar").bounding_box()["width"]
            wide = boxes[-1]["x"] + boxes[-1]["width"] - boxes[0]["x"]
            assert wide >= 0.8 * (width - sidebar), view
            assert share_in_sight(tab, f"{STAGE} .promise", height) > 0.99, view


@pytest.mark.long
def test_the_menus_of_a_telephone_fold_once_a_page_is_chosen_and_begin_folded(chromium, address):
    with harness.visit(chromium, address, **TELEPHONE) as tab:
        tab.go("lessons")
        menus, opener = tab.page.get_by_test_id("stSidebar"), {"name": "Menu", "exact": True}
        tab.page.get_by_role("button", **opener).click()
        expect(menus).to_have_attribute("data-collapsed", "false")
        menus.get_by_role("link", name="Papers").click()
        expect(menus).to_have_attribute("data-collapsed", "true")
        tab.page.get_by_role("button", **opener).click()
        tab.page.reload()
        expect(menus).to_have_attribute("data-collapsed", "true")


@pytest.mark.long
def test_a_small_window_shows_both_sides_in_its_first_screen(chromium, address):
    with harness.visit(chromium, address, width=640, height=360) as tab:
        opened(tab, "explore")
        first = tab.page.locator(".panel .plot").first.bounding_box()
        assert first["y"] <= 360 - 120, "at 200 % there is a picture"
        tab.page.set_viewport_size(TELEPHONE)
        tab.settle()
        left, right = (tab.page.locator(f".panel.{side}") for side in ("left", "right"))
        assert_stacked(left, right)
        box = right.bounding_box()
        assert box["y"] + box["height"] <= TELEPHONE["height"]


def opened(tab, path):
    """Open a page, and wait for its stage to show its own stop."""
    tab.go(path)
    tab.page.wait_for_selector(f"{STAGE}[data-shown]:not([data-waiting])")
    tab.settle()  # what came after the page was finished is drawn


SEEN_BANDS = """() => {
  const plot = document.querySelector(".st-key-trade-off-0 .js-plotly-plot");
  const drawn = [...plot.querySelectorAll(".scatterlayer > .trace")];
  return plot.data.filter((trace, i) => trace.fill && drawn[i].style.opacity !== "0")
    .map((trace) => trace.legendgroup);
}"""
MIDDLES = """() => {
  const plot = document.querySelector(".st-key-trade-off-0 .js-plotly-plot");
  const drawn = [...plot.querySelectorAll(".scatterlayer > .trace")];
  return plot.data.flatMap((trace, i) => {
    const line = drawn[i].querySelector(".js-line");
    if (trace.fill || !line) return [];
    const middle = line.getPointAtLength(line.getTotalLength() / 2);
    const { x, y } = middle.matrixTransform(line.getScreenCTM());
    return [[x, y]];
  });
}"""


@pytest.mark.long
@pytest.mark.quiet
def test_the_answer_of_the_trade_off_page_comes_in_its_place_and_a_curve_shows_its_bands(
    chromium, address
):
    asked = (
        "which-epsilon?graph=florentine_families&analysis=overview&overview.metric=degree_distance"
    )
    with harness.visit(chromium, address, width=1280, height=720, alone=True) as tab:
        tab.go(asked)
        tab.page.wait_for_selector(".st-key-sweep-table")
        tab.settle()
        tab.look_over()
        tab.page.locator(".st-key-trade-off-0").scroll_into_view_if_needed()
        tab.page.wait_for_selector(".st-key-trade-off-0 .scatterlayer > .trace", state="attached")
        assert len(set(tab.page.evaluate(SEEN_BANDS))) == 1
        pointed_at = []
        for x, y in tab.page.evaluate(MIDDLES):
            tab.page.mouse.move(x, y)
            tab.page.wait_for_timeout(100)
            pointed_at.append(set(tab.page.evaluate(SEEN_BANDS)))
        assert all(len(curves) == 1 for curves in pointed_at)
        assert len(set.union(*pointed_at)) > 1


@pytest.mark.long
def test_figures_follow_the_systems_theme(tab):
    opened(tab, "explore?see=spectrum&graph=karate")
    words = tab.page.locator(f"{STAGE} .chart svg[role=img] text").first
    before = words.evaluate(INK)
    tab.page.emulate_media(color_scheme="dark")
    expect(words).not_to_have_css("fill", before)
