"""The guide around the pages in a real browser: invitation, what to try, and the words."""

import re
from urllib.parse import parse_qsl, urlsplit

import harness
import pytest
from playwright.sync_api import expect

from pages.ground.glossary import terms
from pages.server.try_this import TRIES

pytestmark = pytest.mark.browser

FIRST_WORD = """() => {
    const range = [...CSS.highlights.get("graphdp-terms") ?? []][0];
    if (!range) return null;  // words are looked for anew after every change of the page
    const box = range.getBoundingClientRect();
    return [range.toString(), [box.x + box.width / 2, box.y + box.height / 2]];
}"""
# A click at its place hits it only once nothing moves any more.
WORD_AT_REST = f"""() => {{
    const found = ({FIRST_WORD})(), now = JSON.stringify(found), before = window.wordBefore;
    window.wordBefore = now;
    return now === before ? found : null;
}}"""
BELOW_ALL_ELSE = """foot => {
    const parts = [...document.querySelectorAll(
        "[data-testid=stMainBlockContainer] > *:not(section)")];
    const last = parts.at(-1).getBoundingClientRect();
    return document.querySelector(foot).getBoundingClientRect().top > last.bottom;
}"""
SHOWN = "title => [...document.querySelectorAll('input')].some(one => one.value.includes(title))"
BEFORE = {("see", "graph"), ("graph", "karate"), ("epsilon", "5")}
FOOT, WELCOME = ".graphdp-foot", ".graphdp-welcome"


@pytest.mark.long
def test_a_first_visitor_is_invited_once_and_what_to_try_opens_in_its_place(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go("explore?see=graph&graph=karate")
        tab.page.wait_for_selector(FOOT)
        assert tab.page.locator(WELCOME).count() == 0, "on the board alone"
        tab.go("")
        invitation = tab.page.locator(WELCOME)
        way = invitation.locator("a")
        expect(way).to_have_attribute("href", re.compile(r"/lessons\?lesson=L0$"))
        invitation.get_by_role("button").click()
        tab.go("explore?see=graph&graph=karate&epsilon=5")
        tab.page.wait_for_selector(FOOT)
        tab.page.wait_for_function(BELOW_ALL_ELSE, arg=FOOT)
        tried = TRIES["explore?see=graph"][1]
        tab.page.get_by_role("link", name=tried.words).click()
        tab.page.wait_for_function(SHOWN, arg="Top-m filter")
        tab.settle()
        tab.page.go_back()
        tab.page.wait_for_url(lambda url: set(parse_qsl(urlsplit(url).query)) == BEFORE)
        tab.go("")
        tab.page.wait_for_selector(FOOT)
        assert tab.page.locator(WELCOME).count() == 0, "dismissed once"
        tab.go("break-it?try=audit")
        tab.page.wait_for_selector(f"{FOOT} .words button")
        word, place = tab.page.wait_for_function(WORD_AT_REST, polling=300).json_value()
        tab.page.mouse.click(*place)
        card = tab.page.locator(".graphdp-card")
        expect(card).to_be_visible()
        assert card.get_attribute("aria-label").lower() in word.lower()
        assert card.locator("svg path, svg circle, svg rect, svg text").count() > 0
        tab.page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        tab.page.locator(f"{FOOT} .words .all").press("Enter")
        expect(tab.page.locator(".graphdp-glossary h3")).to_have_count(len(terms()))
        tab.page.keyboard.press("Escape")
        tab.go("lessons?lesson=L5")
        tab.page.wait_for_selector(f"{FOOT} .words button")
        word, place = tab.page.wait_for_function(WORD_AT_REST, polling=300).json_value()
        tab.page.mouse.click(*place)
        assert word == "ε", "inside a lesson too"
        expect(card).to_be_visible()
        expect(card).to_have_attribute("aria-label", "epsilon")
        assert tab.problems == []


@pytest.mark.long
def test_the_words_of_a_lesson_are_found_however_late_it_comes(fresh_tab):
    page, held = fresh_tab.page, []

    def hold(route):
        held.append(route)

    page.route("**/BidiComponent*.js", hold)
    page.goto(f"{fresh_tab.address}/lessons?lesson=L5")
    page.wait_for_selector(f"{FOOT} .words button")  # those of the page have been looked for
    assert page.locator(".lesson").count() == 0
    assert page.evaluate(FIRST_WORD) is None
    for route in held:
        route.continue_()
    word, _ = page.wait_for_function(FIRST_WORD).json_value()
    assert word == "ε"


def test_a_minute_on_the_board_ends_with_a_guess_a_truth_and_the_trade(tab):
    tab.go("?graph=karate")
    tab.page.locator(".graphdp-welcome a").press("Enter")
    card = tab.page.get_by_role("dialog", name="Sixty seconds")
    expect(card).to_contain_text("78 ties")
    expect(tab.page.locator(".tile:visible")).to_have_count(1)  # grown
    canvas = tab.page.locator("[data-tile=degrees] canvas").last
    expect(canvas).to_be_hidden()  # until the guess is made
    card.get_by_label("Your guess").press("End")
    card.get_by_role("button", name="Show me").press("Enter")
    expect(card).to_contain_text("42 of the 78 ties survive, among 231 that never were.")
    expect(card).to_contain_text("You said 78.")
    expect(canvas).to_be_visible()
    card.get_by_role("button", name="One more move").press("Enter")
    expect(card).to_contain_text("may now be 95.3% sure")
    line, lies = tab.page.locator(".promise").bounding_box(), card.bounding_box()
    assert line["y"] + line["height"] <= lies["y"], "the promise stays in sight"
    card.press("Escape")
    expect(card).to_have_count(0)
    expect(tab.page.locator(".tile:visible")).to_have_count(10)


@pytest.mark.sample
@pytest.mark.parametrize("place", ["?", "explore?see=graph&"])
def test_the_slider_is_within_five_stops_and_the_header_is_one(tab, place):
    tab.go(f"{place}graph=karate")
    tab.page.locator(".on-stage[data-shown]").wait_for()
    keys, focused = tab.page.keyboard, tab.page.locator(":focus")
    at_slider = tab.page.locator("input[type=range]:focus")
    keys.press("Tab")
    expect(focused).to_have_text("To the slider")
    keys.press("Tab")
    expect(focused).to_have_text("Board")
    keys.press("ArrowRight")
    expect(focused).to_have_text("Explore")
    for _ in range(3):
        if not at_slider.count():
            keys.press("Tab")
    expect(at_slider).to_have_count(1)
    tab.page.locator(".graphdp-skip").focus()
    keys.press("Enter")
    expect(at_slider).to_have_count(1)


@pytest.mark.long
def test_a_view_reached_by_its_key_has_its_own_foot_and_no_grid_of_the_map(tab):
    tab.go("explore?see=embedding&graph=karate&epsilon=5")
    expect(tab.page.locator(".pair canvas.under")).to_be_visible()
    for key, see in (("4", "persistence"), ("5", "tree")):
        tab.page.keyboard.press(key)
        expect(tab.page.locator(FOOT)).to_contain_text(TRIES[f"explore?see={see}"][0].words)
    expect(tab.page.locator(".pair canvas.under")).to_be_hidden()
