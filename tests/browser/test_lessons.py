"""A lesson as a student plays it: guess, try, see, answer, by keyboard, in both themes."""

import re

import harness
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from graphdp_core.lessons import LESSONS

pytestmark = pytest.mark.browser

NEXT = ".ways .main"
LAST = 4  # steps
TELEPHONE = {"width": 390, "height": 844}


def opened(tab, address: str) -> None:
    tab.go(address)
    tab.page.wait_for_selector(".lesson h1")


def axe_findings(tab) -> list[str]:
    faults = Axe().run(tab.page).response["violations"]
    return [f"{one['id']}: {node['html'][:100]}" for one in faults for node in one["nodes"]]


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
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        opened(tab, "lessons")
        tab.page.locator(".card", has_text="Communities").press("Enter")
        tab.page.wait_for_selector(".lesson .grip")
        expect(tab.page).to_have_url(re.compile("lesson=L2"))
        middle = tab.page.locator(".grip").nth(3)
        middle.press("Home")
        expect(middle).to_have_attribute("aria-valuetext", "0%")
        middle.press("ArrowUp")
        expect(middle).to_have_attribute("aria-valuetext", "5%")
        tab.page.locator(NEXT).press("Enter")
        tab.page.wait_for_url("**step=2**")
        reading = tab.page.locator(".tried .answer")
        expect(reading).not_to_be_empty()
        assert "3 communities" not in reading.inner_text()
        tab.page.locator(".tried .stop").press("End")
        expect(reading).to_contain_text("3 communities", use_inner_text=True)
        tab.page.locator(NEXT).press("Enter")
        tab.page.wait_for_url("**step=3**")
        expect(tab.page.locator(".gap")).to_contain_text("you said 5%")
        expect(tab.page.locator(".misconception s")).to_have_count(1)
        # For all, not only for people who solve the exercise.
        expect(tab.page.locator(".takeaway")).to_be_visible()
        way = tab.page.get_by_role("link", name="Open this in the app")
        left = "explore?see=clusters&graph=school&epsilon=6"  # as it was left in the picture
        expect(way).to_have_attribute("href", left)
        tab.page.locator(NEXT).press("Enter")
        tab.page.wait_for_url("**step=4**")
        answer, told = tab.page.locator(".answer input"), tab.page.locator(".told")
        wrong = {"many": "Type one number", "-3": "Between 0 and 20", "1.5": "half of the draws"}
        for typed, said in {**wrong, "3": "Go lower", "1,7": "Yes."}.items():
            answer.fill(typed)
            answer.press("Enter")
            expect(told).to_contain_text(said)
        expect(tab.page.locator(".takeaway")).to_be_visible()
        box = tab.page.locator(".lesson > div[data-step], [data-step]").first
        moves = ((3, tab.page.go_back), (4, tab.page.go_forward), (3, tab.page.go_back))
        for step, move in moves:
            move()
            expect(tab.page).to_have_url(re.compile(f"step={step}"))
            expect(box).to_have_attribute("data-step", str(step))
        tab.page.locator(".plain").press("Enter")
        expect(tab.page.locator(".shelf .done")).to_have_count(1)  # kept in the browser
        tab.page.go_back()
        expect(box).to_have_attribute("data-step", "3")
        assert tab.problems == []


@pytest.mark.long
def test_an_address_of_a_lesson_that_does_not_exist_is_answered(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        for nonsense in ("lessons?lesson=L9", "lessons?lesson=L2&step=7", "lessons?step=x"):
            opened(tab, nonsense)
            expect(tab.page.get_by_test_id("stAlert")).to_contain_text("choose one below")
            expect(tab.page.locator(".shelf .card")).to_have_count(len(LESSONS))


@pytest.mark.long
def test_a_lecture_goes_by_arrow_keys_and_its_notes_follow(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720, alone=True) as tab:
        opened(tab, "lessons?lecture=L2")
        expect(tab.page.get_by_test_id("stHeader")).to_be_hidden()
        notes = tab.page.context.new_page()
        notes.goto(f"{address}/lessons?lecture=L2&notes=1")
        notes.wait_for_selector(".parts [data-now]")
        expect(notes.locator(".talk")).to_have_count(3)
        tab.page.bring_to_front()
        for step in (2, 3, 4):
            tab.page.keyboard.press("ArrowRight")
            tab.page.wait_for_url(f"**step={step}**")
            expect(tab.page.locator(NEXT)).to_be_in_viewport(ratio=1)  # one screen
            notes.wait_for_selector(f".parts li:nth-child({step})[data-now]")
        expect(notes.locator(".parts")).to_contain_text("Answer: ε = 1.7", use_inner_text=True)
        notes.close()
        assert tab.problems == []
