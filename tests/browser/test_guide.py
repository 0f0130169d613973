"""The guide around the pages in a real browser: invitation, what to try, where it leads."""

import harness
import pytest

from pages.shared.try_this import TRIES

pytestmark = pytest.mark.browser

FOOT, WELCOME = ".graphdp-foot", ".graphdp-welcome"


def test_a_first_visitor_is_invited_once_and_what_to_try_opens_in_its_place(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go("overview?graph=karate")
        tab.page.wait_for_selector(FOOT)
        assert tab.page.locator(WELCOME).count() == 0, "on the board alone"
        tab.go("")
        invitation = tab.page.locator(WELCOME)
        assert invitation.locator("a").get_attribute("href").endswith("/lessons?lesson=L0")
        invitation.get_by_role("button").click()
        tab.go("overview?graph=karate&epsilon=5")
        top = tab.page.locator(FOOT).bounding_box()["y"]
        last = tab.page.locator("[data-testid=stMainBlockContainer] > *:not(section)").last
        box = last.bounding_box()
        assert top > box["y"] + box["height"], "below all else"
        tried = TRIES["overview"][1]
        tab.page.get_by_role("link", name=tried.words).click()
        tab.page.wait_for_url(f"**/{tried.address}")
        tab.settle()
        asked = tab.page.get_by_role("combobox", name="Mechanism")
        assert "Top-m filter" in (asked.input_value() or asked.locator("..").inner_text())
        tab.page.go_back()
        tab.page.wait_for_url("**/overview?graph=karate&epsilon=5")
        tab.go("")
        tab.page.wait_for_selector(FOOT)
        assert tab.page.locator(WELCOME).count() == 0, "dismissed once"
        assert tab.problems == []
