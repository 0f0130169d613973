"""A person's own file in a real browser: seen before it is believed, kept over a reload, marked."""

import harness
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

EXPORT = b"person_a,\\friend,messages,since\n" + b"".join(
    f"ann{i},bob{i * i % 11},{'' if i == 3 else i},20{10 + i}\n".encode() for i in range(20)
)
OTHER = b"a,b\nb,c\nc,a\n"
ASKED = "explore?graph=upload"
FITS = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    return main.scrollWidth - main.clientWidth <= 1;
}"""


def bring(tab, name="friends.csv", content=EXPORT):
    """Give the page a file and wait until it is shown."""
    tab.page.locator(".st-key-file input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )
    tab.page.wait_for_selector(".st-key-accept")
    tab.settle()


def accept(tab):
    """Use the graph and wait for the page."""
    tab.page.locator(".st-key-accept button").click()
    tab.page.wait_for_selector(".st-key-change-file")
    tab.settle()


def is_titled(tab, words):
    expect(tab.page.locator("h1")).to_have_text(words, use_inner_text=True)


def says(tab, words):
    expect(tab.page.get_by_test_id("stApp")).to_contain_text(words, use_inner_text=True)


def choose(tab, key, line):
    """Choose a line of a menu by typing, as from the keyboard."""
    box = tab.page.locator(f".st-key-{key} input")
    box.click()
    box.fill(line)
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_timeout(300)
    tab.settle()


def test_a_file_is_seen_changed_and_used(tab):
    tab.go(ASKED)
    is_titled(tab, "Bring your own graph")
    assert tab.pictures() == 0
    bring(tab)
    is_titled(tab, "Is this your graph?")
    says(tab, "26 nodes")
    expect(tab.page.locator(".st-key-role-1 input")).to_have_attribute("aria-label", "person_a")
    choose(tab, "role-4", "Weight")
    tab.page.wait_for_function("() => document.body.innerText.includes('weights')")
    tab.page.locator(".st-key-accept button").press("Enter")  # by the keyboard
    expect(tab.page.locator(".st-key-graph input")).to_have_value("friends.csv")
    tab.page.wait_for_selector(".pair[data-settled]")
    expect(tab.page.locator("h1")).not_to_have_text("Is this your graph?")
    tab.page.locator(".st-key-change-file button").first.click()
    tab.page.wait_for_selector(".st-key-unchanged")
    tab.page.locator(".st-key-unchanged button").click()
    tab.page.wait_for_selector(".st-key-change-file")


@pytest.mark.long
def test_a_reload_and_another_tab_keep_the_file_and_another_browser_does_not(chromium, address):
    with harness.visit(chromium, address) as tab:
        tab.go(ASKED)
        bring(tab)
        accept(tab)
        tab.page.wait_for_url("**file=**")
        link = tab.page.url
        secrets = [c["value"] for c in tab.page.context.cookies() if "visitor" in c["name"]]
        assert len(secrets) == 1
        assert secrets[0] not in link
        assert secrets[0] not in tab.page.evaluate("document.cookie")
        tab.page.reload()
        tab.page.wait_for_selector(".st-key-change-file")
        tab.settle()
        expect(tab.page.locator(".st-key-graph input")).to_have_value("friends.csv")
        assert tab.problems == []
    with harness.visit(chromium, address) as colleague:
        colleague.page.goto(link)
        colleague.settle()
        is_titled(colleague, "This page needs a file")
        assert colleague.pictures() == 0
        bring(colleague, "other.csv", OTHER)
        says(colleague, "This is not the file that the link names")
        colleague.page.locator(".st-key-another button").click()
        colleague.page.wait_for_selector(".st-key-file")
        bring(colleague)
        accept(colleague)
        expect(colleague.page.locator(".st-key-graph input")).to_have_value("friends.csv")
        assert colleague.problems == []


@pytest.mark.long
def test_a_refused_file_leaves_no_clutter_and_no_number(tab):
    tab.go(ASKED)
    bring(tab, "thesis.docx", b"PK\x03\x04" + bytes(100))
    is_titled(tab, "thesis.docx was not read")
    assert tab.pictures() == 0
    tab.page.locator(".st-key-another button").click()
    tab.page.wait_for_selector(".st-key-file")
    tab.settle()
    assert "docx" not in tab.page.inner_text(".st-key-file")


@pytest.mark.long
def test_a_survey_becomes_a_graph_of_its_questions_that_protects_persons(tab):
    answers = "".join(f"p{i},{i % 5 + 1},{i % 3 + 1},{i % 4 + 1},{i % 2 + 1}\n" for i in range(30))
    tab.go(ASKED)
    bring(tab, "survey.csv", f"person,trust,calm,work,sleep\n{answers}".encode())
    is_titled(tab, "Is this your graph?")
    says(tab, "looks like a survey")
    says(tab, "4 nodes")
    tab.page.locator(".st-key-accept button").click()
    promise = tab.page.locator(".stage-page .on-stage .statement")
    promise.get_by_text("answers of any one person").wait_for()


@pytest.mark.long
@pytest.mark.parametrize(
    ("scheme", "width"), [pytest.param("light", 1280, marks=pytest.mark.long), ("dark", 390)]
)
def test_the_preview_fits_and_is_accessible(chromium, address, scheme, width):
    with harness.visit(chromium, address, scheme=scheme, width=width) as tab:
        tab.go(ASKED)
        for step in ("asked", "shown"):
            if step == "shown":
                bring(tab)
            tab.page.wait_for_function(FITS)
            faults = Axe().run(tab.page).response["violations"]
            assert [v["id"] for v in faults if v["impact"] in ("serious", "critical")] == []
        assert tab.problems == []


@pytest.mark.long
def test_the_gallery_finds_by_words_and_its_choice_is_shown(tab):
    tab.go("explore")
    tab.page.locator(".st-key-more summary").click()
    tab.page.get_by_role("button", name="Browse all graphs").click()
    search = tab.page.locator(".st-key-browse-search input")
    search.wait_for()
    search.fill("bought karate")
    search.press("Enter")
    tab.page.wait_for_function("() => document.body.innerText.includes('use fewer')")
    search.fill("chapters")
    search.press("Enter")
    tab.page.get_by_role("button", name="Les Misérables").click()
    tab.page.wait_for_url("**graph=les_miserables**")
    tab.settle()
    says(tab, "77 nodes")
    tab.page.get_by_role("button", name="All mechanisms").click()
    search = tab.page.locator(".st-key-browse-mechanisms-search input")
    every = tab.page.locator("[class*=st-key-browse-mechanism-] button")
    wanted = every.filter(has_text="Private BTER")
    wanted.wait_for()
    before = every.count()
    search.fill("clustering triangles")
    search.press("Enter")
    # The list moves under the pointer until it is shorter.
    tab.page.wait_for_function(
        "([cards, before]) => document.querySelectorAll(cards).length < before",
        arg=["[class*=st-key-browse-mechanism-] button", before],
    )
    tab.settle()
    wanted.click()
    tab.page.wait_for_url("**mechanism=private_bter**")
