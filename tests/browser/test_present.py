"""A lecture in a real browser: presenting, hiding and revealing, the keyboard alone."""

import re

import harness
import pytest

pytestmark = pytest.mark.browser

SLIDER = ".st-key-epsilon input[type=range]"
CHROME = ("[data-testid=stHeader]", "[data-testid=stSidebar]", ".st-key-draw-again")
LEAD = ".pair .stage, .st-key-lead-picture, .board .tiles"
LARGE_TYPE = 17  # pixels of a picture's words at least; 14 without


def epsilon(tab):
    return tab.page.locator(SLIDER).get_attribute("aria-valuetext")


@pytest.mark.parametrize(
    "name", ["overview", pytest.param("embeddings", marks=pytest.mark.long), ""]
)
def test_a_link_presents_answer_slider_and_picture(chromium, address, name):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go(f"{name}?graph=karate&present=1")
        tab.wait_for_picture()
        fills_the_window(tab, 1280, 720)
        tab.page.set_viewport_size({"width": 1920, "height": 1080})
        tab.settle()
        fills_the_window(tab, 1920, 1080)
        assert tab.problems == []


def fills_the_window(tab, width, height):
    """No chrome, large letters, and the picture ends where the window does."""
    for part in CHROME:
        assert not tab.page.locator(part).first.is_visible(), part
    lead = tab.page.locator(LEAD).first.bounding_box()
    assert lead["y"] + lead["height"] <= height + 40
    assert lead["height"] > 0.55 * height
    assert lead["width"] > 0.9 * width
    letters = "el => parseFloat(getComputedStyle(el).fontSize)"
    assert tab.page.locator("h1").evaluate(letters) > 0.025 * width
    for picture in tab.page.locator(".pair, .board").all():
        assert picture.evaluate(letters) > LARGE_TYPE


def test_both_modes_stay_in_the_address_from_page_to_page(tab):
    tab.go("overview?graph=karate&epsilon=1&hide=1")
    tab.page.keyboard.press("p")
    assert "present=1" in tab.page.url
    tab.page.keyboard.press("p")
    assert "present=1" not in tab.page.url
    tab.page.get_by_role("link", name="Embeddings", exact=False).first.click()
    tab.page.wait_for_url("**/embeddings**")
    tab.settle()
    for word in ("hide=1", "graph=karate", "epsilon=1"):
        tab.page.wait_for_function("word => location.search.includes(word)", arg=word)
    assert "neighbours" not in tab.page.locator(".st-key-page-top").inner_text()


@pytest.mark.parametrize("name", [pytest.param("overview", marks=pytest.mark.long), "embeddings"])
def test_hidden_means_that_nothing_of_the_private_result_can_be_read(tab, name):
    tab.go(f"{name}?graph=karate&hide=1")
    asked = tab.page.evaluate("document.documentElement.style.getPropertyValue('--question')")
    assert asked.endswith('?"')
    detail = ".st-key-page-top [data-testid=stMarkdown]"
    for part in ("h1", detail, ".st-key-page-metrics", ".pair .legend"):
        for place in tab.page.locator(part).all():
            assert not place.is_visible() or not place.inner_text().strip(), part
    main = tab.page.inner_text("[data-testid=stMainBlockContainer]")
    assert "%" not in main
    for chart in tab.page.locator(".chart svg[role=img]").all():
        assert "Without privacy" in chart.inner_html(), "the baseline stays"
        assert "With ε" not in chart.inner_html()
    tab.page.keyboard.press("h")
    tab.page.wait_for_selector("h1", state="visible")
    assert "hide=1" not in tab.page.url


def test_the_board_shows_only_the_left_side_while_hidden(tab):
    tab.go("?graph=karate&hide=1")
    tab.page.wait_for_selector(".board .on-stage[data-shown]")
    for part in (".verdict", ".number", ".curve", ".marks", ".pictures canvas + canvas"):
        assert not any(place.is_visible() for place in tab.page.locator(f".board {part}").all()), (
            part
        )
    assert tab.page.locator(".tile h2").first.is_visible()
    tab.page.get_by_role("button", name="Reveal").click()
    tab.page.wait_for_function("() => !document.documentElement.hasAttribute('data-hide')")
    assert tab.page.locator(".tile .number").first.is_visible()


def test_the_left_picture_tells_nothing_of_the_release_while_hidden(chromium, address):
    with harness.visit(chromium, address, still=True) as tab:
        pictures = []
        for stop in ("0.1", "10"):
            tab.go(f"overview?graph=karate&hide=1&epsilon={stop}")
            pictures.append(tab.page.locator(".panel.left").screenshot())
        assert pictures[0] == pictures[1]
        box = tab.page.locator(".panel.right").bounding_box()
        tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        tab.page.wait_for_function("() => !document.documentElement.hasAttribute('data-hide')")
        assert tab.page.locator(".panel.right .title").is_visible()


def test_arrows_move_the_slider_from_anywhere_and_r_takes_it_back(tab):
    tab.go("overview?graph=karate&epsilon=1")
    for _ in range(3):
        tab.page.keyboard.press("ArrowRight")
    tab.page.wait_for_url("**epsilon=1.75**")
    tab.settle()
    assert "ε = 1.75" in tab.page.inner_text("h1")
    tab.page.keyboard.press("r")
    tab.page.wait_for_url("**epsilon=1&**")
    assert epsilon(tab) == "1"


def test_the_list_of_shortcuts_opens_closes_and_switches_them_off(tab):
    tab.go("overview?graph=karate")
    tab.page.locator(".st-key-graph input").focus()
    tab.page.keyboard.type("hp?r")
    assert not re.search("present|hide", tab.page.url), "keys typed into a field are letters"
    assert tab.page.locator("dialog[open]").count() == 0
    tab.page.keyboard.press("Escape")
    tab.page.evaluate("document.activeElement.blur()")
    tab.page.keyboard.press("?")
    opened = tab.page.get_by_role("dialog", name="Shortcuts")
    assert opened.is_visible()
    tab.page.keyboard.press("Escape")
    assert not opened.is_visible()
    tab.page.get_by_role("button", name="Shortcuts").click()
    opened.get_by_role("checkbox").uncheck()
    opened.get_by_role("button", name="Close").click()
    tab.page.keyboard.press("p")
    assert "present" not in tab.page.url
    tab.page.get_by_role("button", name="Shortcuts").click()
    opened.get_by_role("button", name="Present").click()
    assert "present=1" in tab.page.url
