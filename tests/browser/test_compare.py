"""Three linked panels in a real browser."""

import re
import time

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PANELS = ".of-pair > .pair:first-child .plot >> visible=true"
B = ".of-pair > .pair:last-child .plot >> visible=true"
SLIDER = ".on-stage .slider input[type=range]"


@pytest.mark.long
def test_what_is_done_in_one_panel_is_done_in_all_three(tab):
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    opened(tab, "compare?graph=karate&analysis=louvain")
    boxes = [place.bounding_box() for place in (*tab.page.locator(PANELS).all(),
                                                tab.page.locator(B))]  # fmt: skip
    assert len(boxes) == 3
    for part in ("y", "height"):
        assert len({box[part] for box in boxes}) == 1
    widths = [box["width"] for box in boxes]
    assert max(widths) - min(widths) < 20
    seen = [at_rest(tab)]
    first = tab.page.locator(PANELS).first

    def b_has_changed():
        """Wait until B looks otherwise than before; whether it does."""
        end = time.monotonic() + 180
        while (now := at_rest(tab)) == seen[-1] and time.monotonic() < end:
            pass
        seen.append(now)
        return seen[-1] != seen[-2]

    point_at_a_node(tab, boxes[0])
    assert b_has_changed(), "hover"
    tab.page.mouse.move(5, 5)
    assert b_has_changed()
    assert seen[-1] == seen[0]
    first.press("+")
    assert b_has_changed(), "zoom"
    tab.page.locator(".of-pair button.entry").first.click()
    tab.page.mouse.move(5, 5)
    assert b_has_changed(), "marks"
    tab.page.wait_for_selector("text=nodes are marked")
    of_entry = tab.page.locator(".tie").inner_text()
    tab.page.keyboard.press("Escape")
    lasso(tab, boxes[2])  # in B
    tab.page.mouse.move(5, 5)
    expect(tab.page.locator(".tie")).not_to_have_text(of_entry)
    tab.page.wait_for_selector("text=nodes are marked")
    assert b_has_changed(), "lasso"
    marked = tab.page.locator(".tie").inner_text()
    assert int(marked.split()[0]) > 2, "all nodes of the panel's upper half"
    with tab.page.expect_download() as saving:
        tab.page.get_by_role("button", name="SVG").first.click()
    assert saving.value.suggested_filename.startswith("graphdp-epsilon-")
    drawn = saving.value.path().read_text(encoding="utf-8")
    assert all(
        words in drawn for words in ("Without privacy<", ">A: ", ">B: ", "no release", "proved")
    )
    assert tab.problems == []


def opened(tab, address):
    """Open a page with a stage, and wait until its first stop is drawn."""
    tab.page.goto(f"{tab.address}/{address}")
    tab.page.wait_for_selector(".on-stage[data-shown]:not([data-waiting])")
    tab.settle()


def at_rest(tab):
    """B's picture as soon as it stays as it is."""
    before, now = b"", tab.page.locator(B).screenshot()
    while before != now:
        tab.page.wait_for_timeout(200)
        before, now = now, tab.page.locator(B).screenshot()
    return now


def point_at_a_node(tab, box):
    """Move the pointer over a panel until something is said of what lies under it."""
    tip = tab.page.locator(".of-pair > .pair:first-child .tip.shown")
    for down in range(8, 40, 3):
        for across in range(8, 40, 3):
            tab.page.mouse.move(
                box["x"] + box["width"] * across / 48, box["y"] + box["height"] * down / 48
            )
            if tip.count():
                return
    raise AssertionError("no node lies under the pointer")


def lasso(tab, box):
    tab.page.get_by_role("button", name="Mark nodes with a loop").first.click()  # of A, for all
    ends = ((0.05, 0.05), (0.95, 0.05), (0.95, 0.6), (0.05, 0.6), (0.05, 0.06))
    places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in ends]
    tab.page.mouse.move(*places[0])
    tab.page.mouse.down()
    for place in places[1:]:
        tab.page.mouse.move(*place, steps=6)
    tab.page.mouse.up()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_three_columns_of_a_chart_follow_the_slider_and_the_pointer(tab, scheme):
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    tab.page.emulate_media(color_scheme=scheme)
    opened(tab, "compare?graph=karate&analysis=spectrum&b.epsilon=0.5")
    stage = tab.page.locator(".chart .stage")
    box = stage.bounding_box()
    tip = tab.page.locator(".chart .tip.shown")
    for share in range(20, 95, 4):
        tab.page.mouse.move(box["x"] + 35, box["y"] + box["height"] * share / 100)
        if tip.count():
            break
    assert tip.inner_text().startswith("eigenvalue 1: ")
    rings = tab.page.locator(".chart .rings circle")
    assert rings.count() == 3
    heights = {ring.get_attribute("cy") for ring in rings.all()}
    assert len(heights) == 1, "one value in three panels"
    titles = stage.locator("text[font-weight='600']")
    assert titles.all_text_contents() == [
        "Without privacy", "A: edgeFlip, ε = 3", "B: LaplaceFlip, ε = 0.5 (uses 0.45)"
    ]  # fmt: skip
    tab.page.locator(SLIDER).press("End")
    tab.page.wait_for_selector(".chart .stage text >> text=A: edgeFlip, ε = 20")
    assert "B: LaplaceFlip, ε = 0.5 (uses 0.45)" in titles.all_text_contents()
    tab.page.locator(".st-key-b-epsilon input[type=range]").press("Home")
    tab.page.wait_for_selector(".chart .stage text >> text=B: LaplaceFlip, ε = 20")
    one_slider = re.compile(r"^(?!.*b\.epsilon)")
    expect(tab.page).to_have_url(one_slider)
    tab.page.set_viewport_size({"width": 390, "height": 800})
    tab.page.wait_for_selector(".chart[data-stacked]")
    shown = titles.all_text_contents()
    assert [words[0] for words in shown] == ["W", "A", "B"], "below each other"
