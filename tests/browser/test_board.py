"""The front page as a person meets it: the answer, the drag to the left, the door to a page."""

import itertools
import re

import harness
import pytest

pytestmark = pytest.mark.browser

WHOLE = ".board[data-whole]"
SLIDER = ".board input[type=range]"


def open_board(tab, query="?graph=karate"):
    """Open the front page and wait until every stop is measured."""
    tab.page.goto(f"{tab.address}/{query}")
    tab.page.wait_for_selector(WHOLE, timeout=60_000)
    tab.page.wait_for_function(
        """() => {
            const words = document.body.innerText;
            return !words.includes('Measured:') && !words.includes('found out')
                && !words.includes('What survives when');
        }""",
        timeout=60_000,
    )
    tab.settle()
    return tab.page.locator(SLIDER)


def drag(slider, stop, *, let_go=False):
    """Move the slider as a pointer does: on the way nothing is asked of the server."""
    slider.evaluate(
        """(el, [stop, ends]) => {
            el.value = stop;
            el.dispatchEvent(new Event('input'));
            if (ends) el.dispatchEvent(new Event('change'));
        }""",
        [stop, let_go],
    )


def verdicts(tab):
    return tab.page.locator(".tile .verdict").all_inner_texts()


def test_a_drag_to_the_left_changes_sentence_and_verdicts_without_the_server(tab):
    slider = open_board(tab, "?graph=karate&epsilon=20")
    sentence = tab.page.inner_text("h1")
    assert sentence.startswith("At ε = 20 everything survives")
    assert verdicts(tab)[:7] == ["survives"] * 7
    at_once = slider.evaluate(
        """el => {
            el.value = 1;
            el.dispatchEvent(new Event('input'));
            return document.querySelector('h1').innerText;
        }"""
    )
    assert at_once.startswith("At ε = 0.1 "), "in one task of the browser: nobody was asked"
    assert "lost" in verdicts(tab)
    assert tab.page.locator(".now").inner_text() == "ε = 0.1"
    drag(slider, 0)
    assert tab.page.inner_text("h1") == "At ε = 0 nothing survives: the release ignores the data."
    assert "is at most 50% sure after" in tab.page.inner_text(".learnt")


def test_letting_go_moves_the_address_and_a_reload_shows_the_same(tab):
    slider = open_board(tab)
    sliders = tab.page.locator("input[type=range]").all()
    assert [one.is_visible() for one in sliders].count(True) == 1, "the board's own"
    slider.press("ArrowLeft")
    tab.page.wait_for_url("**epsilon=2.5**")
    assert slider.get_attribute("aria-valuetext") == "ε = 2.5"
    drag(slider, 4)
    link = tab.page.get_by_role("link", name="Positions", exact=True).get_attribute("href")
    assert re.fullmatch(r"embeddings\?.*epsilon=0\.3.*", link), "for a tab of its own"
    assert "graph=karate" in link
    drag(slider, 9, let_go=True)
    tab.page.wait_for_url("**epsilon=1**")
    tab.settle()
    sentence = tab.page.inner_text("h1")
    tab.page.reload()
    tab.page.wait_for_selector(WHOLE)
    tab.settle()
    assert tab.page.inner_text("h1") == sentence
    assert sentence.startswith("At ε = 1 ")


def test_a_tile_opens_its_page_with_the_same_settings(tab):
    slider = open_board(tab, "?graph=karate&draw=3")
    for stop, epsilon in ((9, "1"), (7, "0.7"), (9, "1")):  # at last one that was drawn before
        drag(slider, stop, let_go=True)
        tab.page.wait_for_url(re.compile(rf"epsilon={epsilon}$"))
        tab.settle()
    assert tab.page.inner_text("h1").startswith("At ε = 1 ")
    tab.page.get_by_role("link", name="Communities", exact=True).click()
    tab.page.wait_for_url("**/clusters**")
    tab.page.wait_for_function(
        "() => document.querySelector('h1')?.innerText.includes('communities')"
    )
    tab.settle()
    for setting in ("graph=karate", "epsilon=1", "draw=3"):
        tab.page.wait_for_function("words => location.search.includes(words)", arg=setting)
    assert "ε = 1" in tab.text()


def overlap(a, b):
    """Whether two boxes of the page have a point in common."""
    return all(
        a[at] < b[at] + b[size] and b[at] < a[at] + a[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_all_tiles_are_in_view_on_a_small_laptop(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        open_board(tab, "")
        words = [word.bounding_box() for word in tab.page.locator(".mark > span").all()]
        assert len(words) >= 3
        assert all(words), "every mark under the slider has its name"
        assert not any(overlap(*two) for two in itertools.combinations(words, 2))
        boxes = [tile.bounding_box() for tile in tab.page.locator(".tile").all()]
        assert len(boxes) == 8
        assert max(box["y"] + box["height"] for box in boxes) <= 720
        assert tab.problems == []


def test_the_slider_stays_in_reach_on_a_narrow_screen(chromium, address):
    width = 390
    with harness.visit(chromium, address, width=width, height=800) as tab:
        slider = open_board(tab, "")
        tab.page.locator(".tile").last.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert 0 <= box["y"] < 800
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert tab.problems == []
