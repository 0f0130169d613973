"""A lecturer runs a lesson with fifty phones, one of them a real one."""

import json
import re
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import harness
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.quiet]

PHONES = 50
VOTED, SHOWN = 10.0, 1.0  # seconds
TELEPHONE = {"width": 390, "height": 780}


def told(address: str, name: str, **said: object) -> dict:
    request = urllib.request.Request(
        f"{address}/_graphdp/class/{name}",
        json.dumps(said).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read())


def vote(address: str, code: str, number: int) -> None:
    own = {"code": code, "phone": f"a-simulated-phone-{number}"}
    room = told(address, "join", **own)
    told(address, "answer", **own, answer=[4 * number % room["cells"]] * room["parts"])


def axe_findings(page) -> list[str]:
    faults = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:100]}" for one in faults for node in one["nodes"]]


@pytest.mark.long
def test_a_lecture_with_fifty_phones(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720, alone=True) as tab:
        tab.go("lessons?lecture=L2")
        tab.page.locator(".offer .main").press("Enter")
        code = tab.page.locator(".way-in .code")
        code.wait_for()
        assert "class" in tab.page.locator(".square").get_attribute("aria-label")
        room = code.inner_text()
        phone = chromium.new_context(viewport=TELEPHONE, color_scheme="dark").new_page()
        troubles: list[str] = []
        phone.on("pageerror", lambda error: troubles.append(str(error)))
        phone.goto(f"{address}/class")
        phone.locator("#code").fill("xxxxx")
        phone.locator("#code").press("Enter")
        phone.get_by_text("There is no class of this code").wait_for()
        assert axe_findings(phone) == []
        phone.locator("#code").fill(room.lower())
        phone.locator("#code").press("Enter")
        phone.locator(".grip").nth(3).press("Home")
        phone.locator(".wide").press("Enter")
        phone.get_by_text("Sent. You may change it").wait_for()
        assert axe_findings(phone) == []

        begin = time.monotonic()
        with ThreadPoolExecutor(10) as hands:
            list(hands.map(lambda number: vote(address, room, number), range(PHONES - 1)))
        voted = time.monotonic() - begin
        tab.page.locator(".count", has_text=f"{PHONES} of {PHONES} phones").wait_for()
        shown = time.monotonic() - begin - voted
        assert voted < VOTED, "seconds for all votes"
        assert shown < SHOWN, "seconds until all are counted"
        assert tab.page.locator(".axes .crowd").count() == 0, "who guesses now would copy"
        assert "middle guess" not in tab.page.inner_text(".show")
        assert axe_findings(tab.page) == []

        tab.page.locator("h1").first.focus()
        tab.page.keyboard.press("ArrowRight")
        phone.locator(".tried .stop").wait_for()
        tab.page.locator(".tried .stop").press("End")
        phone.locator(".tried .answer", has_text="3 communities found").wait_for()
        phone.locator(".tried .stop").press("Home")  # explores by itself from now on
        assert not phone.locator(".same input").is_checked()
        tab.page.locator(".ways .main").press("Enter")
        phone.locator(".axes .curve").first.wait_for()
        assert "you said 0%" in phone.inner_text(".gap")
        assert phone.locator(".axes .crowd").count() >= 50, "with the truth, everybody's guesses"
        assert tab.page.locator(".axes .curve").count() == 3
        expect(tab.page.locator(".axes .crowd").nth(49)).to_be_attached()
        button = tab.page.locator(".ways .main").bounding_box()
        assert button["y"] + button["height"] <= 720, "one screen"
        phone.emulate_media(color_scheme="light")
        assert axe_findings(phone) == []
        phone.reload()
        phone.locator(".gap").wait_for()
        assert "you said 0%" in phone.inner_text(".gap"), "a reload finds the room and the guess"

        tab.page.reload()
        tab.page.locator(".badge", has_text=f"{PHONES} of {PHONES}").click()  # for latecomers
        tab.page.locator(".joining .square").wait_for()
        assert tab.page.locator(".joining .code").inner_text() == room
        tab.page.keyboard.press("Escape")
        for _ in range(2):
            tab.page.locator(".ways .main").press("Enter")  # the last step, and the next lesson
        phone.get_by_text("How many of the top ten stay?").wait_for()
        phone.locator(".grip").first.press("End")
        phone.locator(".wide").press("Enter")
        tab.page.locator(".badge", has_text=f"1 of {PHONES}").wait_for()
        tab.page.get_by_text("End the class").press("Enter")
        phone.get_by_text("The class has ended").wait_for()
        assert tab.problems == []
        assert troubles == []
        phone.context.close()


@pytest.mark.long
@pytest.mark.long
def test_a_phone_is_somebody_and_hears_whether_it_is_recognised(chromium, address):
    opened = told(address, "open", lesson="L8")
    own = {"code": opened["code"], "secret": opened["secret"]}
    phones = [chromium.new_context(viewport=TELEPHONE).new_page() for _ in range(2)]
    for phone, others in zip(phones, (9, 0), strict=True):
        phone.goto(f"{address}/class#{own['code']}")
        phone.locator(".coin").wait_for()
        for number in range(others):
            vote(address, own["code"], number)
        assert "A fan forum of 300" in phone.inner_text(".story"), "what it is about"
    first, last = phones
    assert "You are one of the ten known by name." in first.inner_text(".coin")
    assert "Will you be recognised?" in last.inner_text(".coin")
    assert axe_findings(last) == []
    told(address, "lead", **own, step=2)
    expect(last.locator(".met li")).to_have_count(4)
    expect(last.locator(".met li").last).to_have_text("a graph drawn anew, ε = 4: not recognised")
    assert "Not recognised here is no promise" in last.inner_text(".say")
    expect(first.locator(".coin")).to_contain_text("the search begins with you")
    assert axe_findings(last) == []
    for phone in phones:
        phone.context.close()


def test_in_a_private_room_the_guess_stays_on_the_phone(chromium, address):
    opened = told(address, "open", lesson="L4", epsilon=0.1)
    for _ in range(12):
        phone = chromium.new_context(viewport=TELEPHONE).new_page()
        sent: list[list[int]] = []
        phone.on("request", lambda r, to=sent: to.append(r.post_data_json["answer"])
                 if r.url.endswith("/answer") else None)  # fmt: skip
        phone.goto(f"{address}/class#{opened['code']}")
        for promise in (0, 1):
            phone.locator(".bets-under").nth(promise).locator("input").first.check()
        expect(phone.locator(".coin")).to_contain_text(re.compile(r"in \d\d of 100 cases"))
        phone.locator(".wide").press("Enter")
        phone.get_by_text("Sent, through the coin.").wait_for()
        phone.reload()
        phone.get_by_text("Sent, through the coin.").wait_for()
        assert len(sent) == 1
        phone.context.close()
        if sent[0][1] != 0:
            break  # the coin told a lie: at this ε, with probability 0.65 each time
    assert sent[0][1] != 0, "never a lie in 12: by chance once in 290 000"
    own = {"code": opened["code"], "secret": opened["secret"]}
    assert "tally" not in told(address, "lead", **own)
    state = told(address, "lead", **own, step=2)
    assert max(state["tally"]["shares"][sent[0][0]]) > 1.0, "corrected for the lies"
    told(address, "end", code=opened["code"], secret=opened["secret"])


def test_a_class_is_asked_about_any_view_and_answers_stay_covered_until_they_are_shown(
    chromium, address
):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go("explore?see=tree&graph=karate")
        tab.page.locator(".on-stage[data-shown]").wait_for()
        tab.page.keyboard.press("a")
        asked = tab.page.get_by_role("dialog", name="Ask my class")
        expect(asked.get_by_role("textbox")).to_have_value(
            "Will half of the backbone's lines stay?"
        )
        asked.get_by_role("textbox").fill("Would you publish this?")
        asked.get_by_role("button", name="Send to phones").click()
        room = asked.locator(".code").inner_text()
        phone = chromium.new_context(viewport=TELEPHONE).new_page()
        phone.goto(f"{address}/class#{room}")
        expect(phone.locator("h1")).to_have_text("Would you publish this?")
        look = phone.get_by_role("link", name="Look at it on this phone")
        assert "see=tree" in look.get_attribute("href")
        assert axe_findings(phone) == []
        phone.get_by_role("button", name="cannot tell").click()
        expect(asked.locator(".count")).to_have_text("1 of 1 phone has answered")
        assert "cannot tell 1" not in asked.inner_text(), "who answers now would copy"
        asked.get_by_role("button", name="Show the answers").click()
        expect(asked).to_contain_text("yes 0, no 0, cannot tell 1, of 1.")
        expect(phone.locator(".told")).to_have_text("yes 0, no 0, cannot tell 1, of 1.")
        with tab.page.expect_download() as saved:
            asked.get_by_role("button", name="Answers as CSV").click()
        assert saved.value.path().read_text() == (
            '"question","answer","phones that told it"\n"Would you publish this?","yes","0"\n'
            '"Would you publish this?","no","0"\n"Would you publish this?","cannot tell","1"\n'
        )
        asked.get_by_role("button", name="End the class").click()
        phone.context.close()


@pytest.mark.long
def test_a_telephone_offers_no_files(chromium, address):
    with harness.visit(chromium, address) as tab:
        code = tab.page.request.post(
            f"{address}/_graphdp/class/open", data={"lesson": "L1", "epsilon": None}
        ).json()
        tab.page.request.post(
            f"{address}/_graphdp/class/lead",
            data={"code": code["code"], "secret": code["secret"], "step": 1, "stop": 0},
        )
        tab.page.goto(f"{address}/class#{code['code']}")
        tab.page.locator(".tried .stop").wait_for()
        expect(tab.page.get_by_role("button", name="PNG")).to_be_hidden()
