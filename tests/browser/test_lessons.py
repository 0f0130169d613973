"""A lesson as a student plays it: guess, try, see, answer, by keyboard, in both themes."""

import harness
import pytest
from axe_playwright_python.sync_playwright import Axe

from graphdp_core.lessons import LESSONS
from graphdp_core.takeaway.lesson import lesson_html

pytestmark = pytest.mark.browser

NEXT = ".ways .main"
LAST = 4  # steps
TELEPHONE = {"width": 390, "height": 844}


def opened(tab, address: str) -> None:
    tab.go(address)
    tab.page.wait_for_selector(".lesson h1")


def axe_findings(tab) -> list[str]:
    found = Axe().run(tab.page).response["violations"]
    return [f"{one['id']}: {node['html'][:100]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_step_of_every_lesson_fits_and_can_be_read(chromium, address, scheme):
    with harness.visit(chromium, address, width=1280, height=720, scheme=scheme) as tab:
        for lesson in LESSONS:
            opened(tab, f"lessons?lesson={lesson.id}")
            for step in range(1, LAST + 1):
                button = tab.page.locator(NEXT).bounding_box()
                assert button is not None
                where = f"{lesson.id} step {step}"
                assert button["y"] + button["height"] <= 720, f"{where} is one screen"
                if scheme == "light" or step == 3:  # colours of every kind stand there
                    assert axe_findings(tab) == [], where
                if step < LAST:
                    tab.page.click(NEXT)
        tab.page.set_viewport_size(TELEPHONE)
        for step in (1, 2, 3, 4):
            opened(tab, f"lessons?lesson=L2&step={step}")
            assert tab.too_wide() == 0
        assert tab.problems == []


def test_a_lesson_is_done_by_the_keyboard_alone(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720, alone=True) as tab:
        opened(tab, "lessons")
        tab.page.locator(".card", has_text="Communities").press("Enter")
        tab.page.wait_for_selector(".lesson .grip")
        assert "lesson=L2" in tab.page.url
        middle = tab.page.locator(".grip").nth(3)
        middle.press("Home")
        assert middle.get_attribute("aria-valuetext") == "0 %"
        middle.press("ArrowUp")
        assert middle.get_attribute("aria-valuetext") == "5 %"
        tab.page.locator(NEXT).press("Enter")
        tab.page.wait_for_url("**step=2**")
        reading = tab.page.locator(".reading")
        before = reading.inner_text()
        tab.page.locator(".slider input").press("End")
        assert reading.inner_text() != before
        assert "3 communities" in reading.inner_text()
        tab.page.locator(NEXT).press("Enter")
        assert "you said 5 %" in tab.page.locator(".gap").inner_text()
        assert tab.page.locator(".misconception s").count() == 1
        tab.page.locator(NEXT).press("Enter")
        answer, told = tab.page.locator(".answer input"), tab.page.locator(".told")
        for typed, said in (("many", "Type one number"), ("1.5", "half of the draws"),
                            ("3", "Go lower"), ("1,7", "Yes.")):  # fmt: skip
            answer.fill(typed)
            answer.press("Enter")
            assert said in told.inner_text()
        assert tab.page.locator(".takeaway").is_visible()
        tab.page.locator(".plain").press("Enter")
        tab.page.wait_for_selector(".shelf")
        assert tab.page.locator(".shelf .done").count() == 1, "progress is kept in the browser"
        assert tab.problems == []


def test_an_address_of_a_lesson_that_does_not_exist_is_answered(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        for nonsense in ("lessons?lesson=L9", "lessons?lesson=L2&step=7", "lessons?step=x"):
            opened(tab, nonsense)
            said = tab.page.locator('[data-testid="stAlert"]').inner_text()
            assert "must be" in said
            assert tab.page.locator(".shelf .card").count() == len(LESSONS)


def test_a_lecture_goes_by_arrow_keys_and_its_notes_follow(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720, alone=True) as tab:
        opened(tab, "lessons?lecture=L2")
        assert not tab.page.locator('[data-testid="stHeader"]').is_visible()
        notes = tab.page.context.new_page()
        notes.goto(f"{address}/lessons?lecture=L2&notes=1")
        notes.wait_for_selector(".parts [data-now]")
        assert notes.locator(".talk").count() == 3
        tab.page.bring_to_front()
        for step in (2, 3, 4):
            tab.page.keyboard.press("ArrowRight")
            tab.page.wait_for_url(f"**step={step}**")
            button = tab.page.locator(NEXT).bounding_box()
            assert button["y"] + button["height"] <= 720, f"step {step} is one screen"
            notes.wait_for_selector(f".parts li:nth-child({step})[data-now]")
        assert "Answer: ε = 1.7" in notes.inner_text(".parts")
        notes.close()
        assert tab.problems == []


def test_a_lesson_in_a_file_needs_no_server(chromium, tmp_path):
    file = tmp_path / "lesson.html"
    file.write_text(lesson_html("L4"), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 1280, "height": 720}, color_scheme="dark")
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.context.set_offline(True)
    page.goto(file.as_uri())
    page.locator(".bet input").nth(1).check()
    page.locator(NEXT).press("Enter")
    page.locator(".choices input").nth(1).check()
    assert "21%" in page.locator(".reading").inner_text()
    page.locator(NEXT).press("Enter")
    assert "You bet on PAMST" in page.locator(".gap").inner_text()
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found] == []
    page.close()
    assert problems == []
