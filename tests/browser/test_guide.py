"""The guide around the pages in a real browser: invitation, what to try, and the words."""

from urllib.parse import parse_qsl, urlsplit

import harness
import pytest

from pages.shared.glossary import terms
from pages.shared.try_this import TRIES

pytestmark = pytest.mark.browser

FIRST_WORD = """() => {
    const range = [...CSS.highlights.get("graphdp-terms") ?? []][0];
    if (!range) return null;  // words are looked for anew after every change of the page
    const box = range.getBoundingClientRect();
    return [range.toString(), [box.x + box.width / 2, box.y + box.height / 2]];
}"""
SHOWN = "title => [...document.querySelectorAll('input')].some(one => one.value.includes(title))"
BEFORE = {("see", "graph"), ("graph", "karate"), ("epsilon", "5")}
FOOT, WELCOME = ".graphdp-foot", ".graphdp-welcome"


def test_a_first_visitor_is_invited_once_and_what_to_try_opens_in_its_place(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go("explore?see=graph&graph=karate")
        tab.page.wait_for_selector(FOOT)
        assert tab.page.locator(WELCOME).count() == 0, "on the board alone"
        tab.go("")
        invitation = tab.page.locator(WELCOME)
        assert invitation.locator("a").get_attribute("href").endswith("/lessons?lesson=L0")
        invitation.get_by_role("button").click()
        tab.go("explore?see=graph&graph=karate&epsilon=5")
        top = tab.page.locator(FOOT).bounding_box()["y"]
        last = tab.page.locator("[data-testid=stMainBlockContainer] > *:not(section)").last
        box = last.bounding_box()
        assert top > box["y"] + box["height"], "below all else"
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
        word, place = tab.page.wait_for_function(FIRST_WORD).json_value()
        tab.page.mouse.click(*place)
        card = tab.page.locator(".graphdp-card")
        assert card.get_attribute("aria-label").lower() in word.lower()
        assert card.locator("svg path, svg circle, svg rect, svg text").count() > 0
        tab.page.keyboard.press("Escape")
        assert not card.is_visible()
        tab.page.locator(f"{FOOT} .words .all").press("Enter")
        assert tab.page.locator(".graphdp-glossary h3").count() == len(terms())
        tab.page.keyboard.press("Escape")
        tab.go("lessons?lesson=L5")
        tab.page.wait_for_selector(f"{FOOT} .words button")
        word, place = tab.page.wait_for_function(FIRST_WORD).json_value()
        tab.page.mouse.click(*place)
        assert (word, card.get_attribute("aria-label")) == ("ε", "epsilon"), "inside a lesson too"
        assert tab.problems == []
