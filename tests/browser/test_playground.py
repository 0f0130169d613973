"""The playground from a disk, with the network off: guess, move, mark, paste."""

import re

import harness
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from graphdp_core.takeaway.playground import playground_html

pytestmark = pytest.mark.browser


@pytest.fixture
def playground(chromium, tmp_path):
    """Opens the page in a browser that has no network; nothing may go wrong in it."""
    path, contexts, problems = tmp_path / "playground.html", [], []
    path.write_text(playground_html(), encoding="utf-8")

    def opened(**look):
        context = chromium.new_context(offline=True, reduced_motion="reduce", **look)
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
        page.wait_for_selector(".pair[data-settled]", timeout=30_000)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def figures(page):
    return page.locator(".figures dd").all_inner_texts()


def test_a_guess_then_the_slider_an_edge_and_a_refused_line(playground):
    page = playground(viewport={"width": 1280, "height": 720})
    answer = page.locator(".answer")
    expect(answer).to_be_hidden()
    page.get_by_role("slider", name="Guess first").fill("60")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # Show me
    expect(page.locator(".told")).to_contain_text("You said 60: 54 of 78 survive at ε = 1")
    expect(answer).to_have_text("At ε = 1, 54 of the 78 edges survive, among 133 that never were.")
    before = figures(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".slider .epsilon")).to_have_text("ε = 1.25")
    assert figures(page) != before
    page.get_by_role("button", name="Show me one").click()
    expect(page.locator(".tie")).to_contain_text("an insider believes in their tie 50 in 100")
    expect(page.locator(".tie")).to_contain_text(re.compile("This release (shows|does not show)"))
    page.get_by_label("Graph", exact=True).first.select_option("own")
    page.get_by_label("One edge a line").fill("Ann, Bob\nCem")
    page.get_by_role("button", name="Draw it").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 2, “Cem”, has one name")
    page.get_by_label("One edge a line").fill("Ann, Bob\nBob, Cem")
    page.get_by_role("button", name="Draw it").click()
    expect(answer).to_contain_text("of the 2 edges")


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_every_view_fits_and_is_accessible(playground, scheme, width):
    page = playground(viewport={"width": width, "height": 844}, color_scheme=scheme)

    def is_fine():
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert [v["id"] for v in Axe().run(page).response["violations"]] == []

    is_fine()
    page.get_by_role("button", name="Skip").click()
    for release in ("Noisy graph", "Noisy degrees", "One number"):
        page.get_by_role("radio", name=release).check()
        for view in page.locator(".views input").all():
            view.check()
            is_fine()
