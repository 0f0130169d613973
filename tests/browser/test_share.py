"""A card to share: what it says, what it hides of an own graph, and where it goes."""

import io
from urllib.parse import unquote

import harness
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SHEET = """() => {
    navigator.canShare = () => true;
    navigator.share = async (what) => {
        window.handed = { ...what, files: what.files.map(file => file.type) };
    };
}"""
TIES = b"source,target\nAgathe,Berthold\nBerthold,Clothilde\nClothilde,Agathe\nClothilde,Dagobert\n"


def shared(tab, button) -> str:
    """The card as text; it was saved as a picture of the usual size."""
    with tab.page.expect_download() as download:
        button.press("Enter")
    assert download.value.suggested_filename == "graphdp-card.png"
    assert Image.open(io.BytesIO(download.value.path().read_bytes())).size == (1200, 630)
    toast = tab.page.locator(".graphdp-toast.shown")
    expect(toast).to_contain_text("The picture is saved")
    return unquote(toast.locator("img").get_attribute("src")).partition(",")[2]


@pytest.mark.long
def test_a_lessons_reveal_is_shared_as_guess_truth_graph_and_a_link_to_the_question(
    chromium, address
):
    with harness.visit(chromium, address, width=390, height=844) as tab:
        tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab.go("lessons?lesson=L5")
        tab.page.get_by_role("button", name="Near 5").press("Enter")
        tab.page.locator(".ways .main").press("Enter")
        assert tab.page.locator(".share").count() == 0, "not before the truth is there"
        tab.page.locator(".ways .main").press("Enter")
        button = tab.page.get_by_role("button", name="Share", exact=True)
        expect(button).to_be_in_viewport()
        assert Axe().run(tab.page).response["violations"] == []
        card = shared(tab, button)
        for words in ("I guessed 5, it is 1.3.", "a school of 300 pupils", "ε = 0.3 to 20"):
            assert words in card
        assert ">lessons?lesson=L5<" in card, "nobody else reaches this server"
        assert "127.0.0.1" not in card
        assert "<path" in card
        assert "var(--" not in card, "the chart needs no style sheet"
        link = tab.page.evaluate("navigator.clipboard.readText()")
        assert link == f"{address}/lessons?lesson=L5", "and not to its answer"
        assert tab.problems == []
        tab.page.context.clear_permissions()


@pytest.mark.long
def test_the_browsers_own_sheet_is_asked_where_there_is_one(chromium, address):
    with harness.visit(chromium, address) as tab:
        tab.go("lessons?lesson=L5&step=3")
        tab.page.evaluate(SHEET)
        tab.page.get_by_role("button", name="Share", exact=True).click()
        handed = tab.page.wait_for_function("() => window.handed").json_value()
        assert handed["files"] == ["image/png"]
        assert handed["text"].endswith("main pattern?"), "and no guess, where none was made"
        assert "url" not in handed, "of a server that only this computer reaches"


@pytest.mark.long
def test_the_board_is_shared_with_its_tiles_and_the_minute_with_its_guess(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go("?graph=karate&epsilon=5")
        tab.page.locator(".board [data-tile=shape] .figure:not(:empty)").wait_for()
        answer = tab.page.locator(".board .answer")
        answers = [answer.inner_text()]
        card = shared(tab, tab.page.locator(".foot .share"))
        answers.append(answer.inner_text())  # many draws may have turned a verdict meanwhile
        assert any(all(word in card for word in said.split()) for said in answers), answers
        assert "ε = 5" in card
        assert card.count("<image") >= 8
        tab.page.locator(".graphdp-welcome a").press("Enter")
        minute = tab.page.get_by_role("dialog", name="Sixty seconds")
        minute.get_by_label("Your guess").press("End")
        minute.get_by_role("button", name="Show me").press("Enter")
        card = shared(tab, minute.get_by_role("button", name="Share"))
        assert "How many ties survive at ε = 0.2?" in card.replace("\N{NO-BREAK SPACE}", " ")
        assert "I guessed 100%, it is 54%." in card
        assert card.count("<image") == 2
        assert tab.problems == []


@pytest.mark.long
def test_a_card_of_an_own_graph_shows_and_names_nothing_of_it(chromium, address):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab.go("?graph=upload")
        tab.page.locator(".st-key-file input[type=file]").set_input_files(
            {"name": "secret_family.csv", "mimeType": "text/csv", "buffer": TIES}
        )
        tab.page.locator(".st-key-accept button").click()
        tab.page.locator(".board [data-tile=degrees] .figure:not(:empty)").wait_for()
        card = shared(tab, tab.page.locator(".foot .share"))
        assert "<image" not in card
        assert "a graph of my own" in card
        assert "no picture of it" in card
        link = tab.page.evaluate("navigator.clipboard.readText()")
        for word in ("secret_family", "file=", "Agathe", "Clothilde"):
            assert word not in card
            assert word not in link
        tab.page.context.clear_permissions()
