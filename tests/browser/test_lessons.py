"""A lesson as a student plays it: guess, try, see, answer, by keyboard, in both themes."""

import harness
import pytest
from axe_playwright_python.sync_playwright import Axe

from graphdp_core.lessons import LESSONS
from graphdp_core.lessons.measured import read
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


@pytest.mark.long  # a minute each
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
                if step == 3 or lesson is LESSONS[0]:  # colours of every kind stand there
                    assert axe_findings(tab) == [], where
                if step < LAST:
                    tab.page.click(NEXT)
        tab.page.set_viewport_size(TELEPHONE)
        for lesson in LESSONS if scheme == "light" else ():
            opened(tab, f"lessons?lesson={lesson.id}&step=3")  # the longest of the four
            box = tab.page.locator(".lesson").bounding_box()
            assert box["y"] + box["height"] <= TELEPHONE["height"], f"{lesson.id} on a phone"
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
        assert middle.get_attribute("aria-valuetext") == "0%"
        middle.press("ArrowUp")
        assert middle.get_attribute("aria-valuetext") == "5%"
        tab.page.locator(NEXT).press("Enter")
        tab.page.wait_for_url("**step=2**")
        reading = tab.page.locator(".tried .answer")
        before = reading.inner_text()
        tab.page.locator(".tried .stop").press("End")
        assert reading.inner_text() != before
        assert "3 communities" in reading.inner_text()
        tab.page.locator(NEXT).press("Enter")
        assert "you said 5%" in tab.page.locator(".gap").inner_text()
        assert tab.page.locator(".misconception s").count() == 1
        assert tab.page.locator(".takeaway").is_visible(), (
            "for all, not for who solves the exercise"
        )
        way = tab.page.get_by_role("link", name="Open in the dashboard").get_attribute("href")
        left = "explore?see=clusters&graph=school&epsilon=6"
        assert way == left, "the setting that was left in the picture"
        tab.page.locator(NEXT).press("Enter")
        answer, told = tab.page.locator(".answer input"), tab.page.locator(".told")
        for typed, said in (("many", "Type one number"), ("-3", "Between 0 and 20"),
                            ("1.5", "half of the draws"),
                            ("3", "Go lower"), ("1,7", "Yes.")):  # fmt: skip
            answer.fill(typed)
            answer.press("Enter")
            assert said in told.inner_text()
        assert tab.page.locator(".takeaway").is_visible()
        tab.page.locator(".plain").press("Enter")
        tab.page.wait_for_selector(".shelf .done")  # progress is kept in the browser
        assert tab.page.locator(".shelf .done").count() == 1
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


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.long), "dark"])
def test_every_lesson_in_a_file_is_done_by_keys_without_a_network(chromium, tmp_path, scheme):
    page = chromium.new_page(viewport={"width": 1280, "height": 720}, color_scheme=scheme)
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.context.set_offline(True)
    for lesson in LESSONS:
        file = tmp_path / f"{lesson.id}.html"
        file.write_text(lesson_html(lesson.id), encoding="utf-8")
        assert file.stat().st_size < 3_000_000
        page.goto(file.as_uri())
        reach(page, ".grip, .bets input")
        page.keyboard.press("ArrowRight")
        reach(page, NEXT)
        page.keyboard.press("Enter")
        reach(page, ".tried .stop, .choices input")
        before = page.inner_text(".tried .answer")
        page.keyboard.press("ArrowDown" if lesson.control.kind == "choice" else "ArrowLeft")
        assert page.inner_text(".tried .answer") != before, lesson.id
        reach(page, NEXT)
        page.keyboard.press("Enter")
        assert page.inner_text(".gap"), lesson.id
        assert [one["id"] for one in Axe().run(page).response["violations"]] == [], lesson.id
        reach(page, NEXT)
        page.keyboard.press("Enter")
        reach(page, ".answer input")
        page.keyboard.type(f"{read(lesson.id)['answer']:.4g}")
        page.keyboard.press("Enter")
        assert "right" in page.get_attribute(".told", "class"), lesson.id
        assert page.locator("a:visible").count() == 0, "a file knows no server"
    page.close()
    assert problems == []


def reach(page, wanted: str) -> None:
    """Tab on until one of these has the focus."""
    for _ in range(30):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached by the keyboard")
