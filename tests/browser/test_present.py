"""A lecture in a real browser: presenting, hiding and revealing, the keyboard alone."""

import re
import time

import harness
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

STAGE = ".on-stage"
SLIDER = f"{STAGE} .slider input[type=range]"
CHROME = ("[data-testid=stHeader]", "[data-testid=stSidebar]", ".st-key-draw-again")
LEAD = ".on-stage .pair .stage, .on-stage .chart .stage, .board .tiles"
TOLD = ("h1", ".detail", ".figures", ".tie", ".notes", ".heard")  # by the stage, of a release
ON_WHOLE_PIXELS = """picture => {
    picture.style.position = "relative";
    picture.style.top = `${1 - picture.getBoundingClientRect().y % 1}px`;
}"""  # letters above are a part of a pixel higher in a browser's first page
LARGE_TYPE = 17  # pixels of a picture's words at least; 14 without


def opened(tab, path):
    tab.go(path)
    shown(tab)
    tab.settle()  # what came after the page was finished is drawn


def shown(tab):
    """Wait for the stage to show its own stop, and not another's in its place."""
    tab.page.wait_for_selector(f"{STAGE}[data-shown]:not([data-waiting])")


def words(tab):
    """The words of the address by now: playwright hears of them a moment later."""
    return tab.page.evaluate("location.search")


def seen(place):
    expect(place).to_be_visible()


@pytest.mark.sample
@pytest.mark.parametrize(
    "name", ["?", *(f"explore?see={view}&" for view in ("graph", "embedding", "centrality"))]
)
def test_a_link_presents_answer_slider_and_picture(chromium, address, name):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        opened(tab, f"{name}graph=karate&present=1")
        fills_the_window(tab, 1280, 720)
        tab.page.set_viewport_size({"width": 1920, "height": 1080})
        tab.settle()
        fills_the_window(tab, 1920, 1080)
        assert tab.problems == []


def fills_the_window(tab, width, height):
    """No chrome, large letters, and the picture ends where the window does."""
    for part in CHROME:
        assert not tab.page.locator(part).first.is_visible(), part
    lead = tab.page.locator(LEAD).locator("visible=true").first
    end = time.monotonic() + 180
    while lead.bounding_box()["width"] < 0.9 * width and time.monotonic() < end:
        tab.page.wait_for_timeout(50)  # another window is not fitted at once
    box = lead.bounding_box()
    assert box["y"] + box["height"] <= height + 40
    assert box["height"] > 0.55 * height
    assert box["width"] > 0.9 * width
    letters = "el => parseFloat(getComputedStyle(el).fontSize)"
    assert tab.page.locator("h1").evaluate(letters) > 0.025 * width
    for picture in tab.page.locator(".pair, .board").locator("visible=true").all():
        assert picture.evaluate(letters) > LARGE_TYPE


@pytest.mark.long
def test_both_modes_stay_in_the_address_from_page_to_page(tab):
    opened(tab, "explore?see=graph&graph=karate&epsilon=1&hide=1")
    tab.page.keyboard.press("p")
    assert "present=1" in words(tab)
    tab.page.keyboard.press("p")
    assert "present=1" not in words(tab)
    tab.page.get_by_role("link", name="Compare", exact=False).first.click()
    tab.page.wait_for_url("**/compare**")
    tab.page.wait_for_selector(".st-key-b-epsilon")  # what Explore has not
    tab.settle()
    shown(tab)
    for word in ("hide=1", "graph=karate", "epsilon=1"):
        tab.page.wait_for_function("word => location.search.includes(word)", arg=word)
    seen(tab.page.locator(f"{STAGE} .picture"))
    expect(tab.page.locator("h1")).to_have_text("", use_inner_text=True)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("explore?see=graph&", marks=pytest.mark.long), "explore?see=embedding&",
        *(pytest.param(p, marks=pytest.mark.long) for p in ("explore?see=centrality&", "compare?")),
    ],
)  # fmt: skip
def test_hidden_means_that_nothing_of_the_private_result_can_be_read(tab, name):
    opened(tab, f"{name}graph=karate&marked=3.33&hide=1")
    asked = tab.page.evaluate("document.documentElement.style.getPropertyValue('--question')")
    assert asked.endswith('?"')
    for part in (*TOLD, ".pair .legend"):
        assert tab.page.locator(part).count() or part not in TOLD, part
        for place in tab.page.locator(part).all():
            assert not place.is_visible() or not place.inner_text().strip(), part
    main = tab.page.inner_text("[data-testid=stMainBlockContainer]")
    assert "%" not in main + tab.page.inner_text(".stage-page")
    seen(tab.page.locator(".panel.left .title, .chart svg").locator("visible=true").first)
    for chart in tab.page.locator(".chart svg[role=img]").all():
        assert "Without privacy" in chart.inner_html(), "the baseline stays"
        assert "With ε" not in chart.inner_html()
    tab.page.keyboard.press("h")
    tab.page.wait_for_selector("h1", state="visible")
    assert "hide=1" not in words(tab)


@pytest.mark.long
def test_the_board_shows_only_the_left_side_while_hidden(tab):
    tab.go("?graph=karate&hide=1")
    tab.page.wait_for_selector(".board .on-stage[data-shown]")
    for part in (".verdict", ".number", ".curve", ".marks", ".pictures canvas + canvas"):
        assert not any(place.is_visible() for place in tab.page.locator(f".board {part}").all()), (
            part
        )
    seen(tab.page.locator(".tile h2").first)
    tab.page.get_by_role("button", name="Reveal").click()
    tab.page.wait_for_function("() => !document.documentElement.hasAttribute('data-hide')")
    seen(tab.page.locator(".tile .number").first)


@pytest.mark.long
def test_the_left_picture_tells_nothing_of_the_release_while_hidden(chromium, address):
    with harness.visit(chromium, address, still=True) as tab:
        pictures = []
        for stop in ("0.1", "10"):
            opened(tab, f"explore?see=graph&graph=karate&hide=1&epsilon={stop}")
            tab.page.locator(f"{STAGE} .picture").evaluate(ON_WHOLE_PIXELS)
            pictures.append(tab.page.locator(".panel.left").screenshot())
        assert pictures[0] == pictures[1]
        box = tab.page.locator(".panel.right").bounding_box()
        tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        tab.page.wait_for_function("() => !document.documentElement.hasAttribute('data-hide')")
        seen(tab.page.locator(".panel.right .title"))


@pytest.mark.long
def test_arrows_move_the_slider_from_anywhere_and_r_takes_it_back(tab):
    opened(tab, "explore?see=graph&graph=karate&epsilon=1")
    for _ in range(3):
        tab.page.keyboard.press("ArrowRight")
    tab.page.wait_for_url(re.compile(r"epsilon=1\.75(&|$)"))
    tab.settle()
    shown(tab)
    assert "ε = 1.75" in tab.page.inner_text("h1")
    tab.page.keyboard.press("r")
    tab.page.wait_for_url(re.compile(r"epsilon=1(&|$)"))
    expect(tab.page.locator(SLIDER)).to_have_attribute("aria-valuetext", "ε = 1")


def test_half_a_draw_is_not_taken(tab):
    tab.go("break-it")
    field = tab.page.locator("input[type=number]:visible")
    field.fill("")
    field.press_sequentially("2,5\n")
    expect(field).to_have_value("2.5")
    expect(tab.page.locator("[data-odd*=whole]")).to_have_count(1)
    field.fill("2")
    field.press("Enter")
    tab.page.wait_for_url("**=2*")


@pytest.mark.long
def test_the_list_of_shortcuts_opens_closes_and_switches_them_off(tab):
    opened(tab, "explore?see=graph&graph=karate")
    tab.page.locator(".st-key-graph input").focus()
    tab.page.keyboard.type("hp?r")
    assert not re.search("present|hide", words(tab)), "keys typed into a field are letters"
    assert tab.page.locator("dialog[open]").count() == 0
    tab.page.keyboard.press("Escape")
    tab.page.evaluate("document.activeElement.blur()")
    tab.page.keyboard.press("?")
    listed = tab.page.get_by_role("dialog", name="Help")
    seen(listed)
    tab.page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    tab.page.get_by_role("button", name="What is this?").click()
    listed.get_by_role("checkbox").uncheck()
    listed.get_by_role("button", name="Close").click()
    tab.page.keyboard.press("p")
    assert "present" not in words(tab)
    tab.page.get_by_role("button", name="What is this?").click()
    listed.get_by_role("button", name="Present").click()
    assert "present=1" in words(tab)


@pytest.mark.sample
@pytest.mark.parametrize("place", ["?", "explore?see=tree&"])
def test_in_a_frame_the_stage_stands_alone(tab, place):
    tab.go(f"{place}graph=karate&embed=true")
    tab.page.locator(".on-stage[data-shown]").wait_for()
    for part in (*CHROME, ".graphdp-foot", ".graphdp-corner", ".graphdp-welcome"):
        assert not tab.page.locator(part).first.is_visible(), part
    box = tab.page.locator(".on-stage").bounding_box()
    assert box["x"] < 30
    assert box["y"] < 60, "but for the views above it"
    seen(tab.page.locator("input[type=range]"))


@pytest.mark.long
def test_hiding_asks_the_question_of_the_view(tab):
    opened(tab, "explore?see=tree&graph=karate&hide=1")
    asked = "document.documentElement.style.getPropertyValue('--question')"
    assert tab.page.evaluate(asked) == '"Will half of the backbone\'s lines stay?"'
