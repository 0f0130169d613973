"""A server's log says nothing while nothing is wrong, however quickly its pages change."""

import os
import re
from concurrent.futures import ThreadPoolExecutor

import harness
import pytest

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.quiet]

PAGES = ("explore", "which-epsilon", "compare", "board", "explore", "release")
FOLLOW = """name => [...document.querySelectorAll("a")].find(
    link => new URL(link.href).pathname.endsWith("/" + name))?.click()"""
FOCUS = """() => {
    for (const place of document.querySelectorAll("[data-testid=stMain] *"))
        place.shadowRoot?.querySelector(".stop")?.focus();
}"""
SWITCH = re.compile("Run the audit|Stop|Once more")


def hurry(page, name):
    """Go to a page and move its slider before it is there, and after."""
    page.evaluate(FOLLOW, name)
    for pause in (30, 60, 400):
        page.evaluate(FOCUS)
        for key in ("ArrowRight", "ArrowLeft", "ArrowLeft"):
            page.keyboard.press(key)
            page.wait_for_timeout(pause)


def test_quick_moves_through_the_pages_leave_the_log_empty(chromium, tmp_path):
    log = tmp_path / "log"
    os.mkfifo(log)  # it ends when the last of the server's processes has
    said = ThreadPoolExecutor().submit(log.read_text)
    with (
        harness.server_process(log=str(log)) as (address, _),
        harness.visit(chromium, address, alone=True) as tab,
    ):
        tab.page.goto(f"{address}/break-it?try=audit&mechanism=edge_flip")
        switch = tab.page.get_by_test_id("stMain").get_by_role("button", name=SWITCH)
        for _ in range(4):
            switch.click()
            tab.page.wait_for_timeout(1_000)  # some looks of its timer
        assert "could not be finished" not in tab.text()
        for name in PAGES:
            hurry(tab.page, name)
    assert said.result() == ""
