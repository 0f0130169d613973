"""What people come for, counted: five jobs in at most four clicks each, and few words at once."""

from dataclasses import dataclass

import harness
import pytest
from playwright.sync_api import Locator, Page

from pages.explore.views import VIEWS
from pages.table import TABLE

pytestmark = pytest.mark.browser

MOST_CLICKS, MOST_WORDS = 4, 100
WAIT = 90_000
LEADING = (
    "", "break-it?try=attacks", "mechanisms",
    *(f"explore?see={view.id}" for view in VIEWS), "break-it?try=claims",
    *(line.address for line in TABLE[2:] if line.address != "mechanisms"),
)  # fmt: skip
STAGED, AT_REST = ("explore", "compare"), ".on-stage[data-shown]:not([data-waiting])"
HEIGHTS = {1280: 1440, 390: 1688}  # two screens
FITS = """([most, beside]) => {
    const main = document.querySelector("[data-testid=stMain]");
    return main.scrollHeight <= most && main.scrollWidth - main.clientWidth <= beside;
}"""
WORDS = """() => {
    const IGNORED = "script, style, .graphdp-foot, option, [translate=no]"; // icons are no words
    const seen = [];
    const walk = node => {
        for (const child of node.childNodes) {
            if (child.nodeType === Node.ELEMENT_NODE) {
                if (child.matches(IGNORED)) continue;
                const style = getComputedStyle(child);
                if (style.display !== "contents" && !child.checkVisibility({
                    opacityProperty: true, visibilityProperty: true,
                })) continue;
                const clip = child.getBoundingClientRect();
                if (clip.width <= 1 && clip.height <= 1 && style.overflow === "hidden") continue;
                walk(child.shadowRoot ?? child);
            } else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) {
                const range = document.createRange();
                range.selectNodeContents(child);
                const box = range.getBoundingClientRect();
                const isAbove = box.height && box.top < innerHeight && box.bottom > 0;
                if (isAbove && box.left < innerWidth) seen.push(child.data);
            }
        }
    };
    walk(document.querySelector("[data-testid=stMain]"));
    return seen.join(" ").match(/\\p{L}{2,}/gu) ?? [];
}"""


@dataclass
class Clicks:
    """A person with a mouse."""

    page: Page
    count: int = 0

    def on(self, what: Locator) -> None:
        """Click it once it can be clicked."""
        what.first.click(timeout=WAIT)
        self.count += 1

    def menu(self, *addresses: str) -> None:
        """Choose the page of one of these addresses, in the menu on top."""
        title = next(entry.title for entry in TABLE if entry.address in addresses)
        links = self.page.locator("[data-testid=stTopNavLink]")
        self.on(links.get_by_text(title, exact=True))


@pytest.fixture
def person(tab):
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    tab.go("")
    clicks = Clicks(tab.page)
    yield clicks
    assert 0 < clicks.count <= MOST_CLICKS


def published(person):
    """Publish a release of the first graph; where it can be taken home."""
    person.menu("release")
    person.on(person.page.locator("[class*=st-key-release-sure] label"))
    person.on(person.page.locator(".st-key-release-go button"))
    return person.page.locator("[data-testid=stDownloadButton] button")


def test_to_publish(person):
    published(person).first.wait_for(timeout=WAIT)


def test_to_publish_an_own_file(tab, tmp_path):
    (tmp_path / "club.csv").write_text("\n".join(f"{i},{(3 * i + 1) % 20}" for i in range(40)))
    page, person = tab.page, Clicks(tab.page)
    page.set_viewport_size({"width": 1280, "height": 720})
    tab.go("")
    with page.expect_file_chooser(timeout=WAIT) as choosing:
        person.on(page.locator(".st-key-own-file button"))
    choosing.value.set_files(tmp_path / "club.csv")
    person.on(page.locator(".st-key-accept-publish button"))
    person.on(page.locator("[class*=st-key-release-sure] label"))
    with page.expect_download(timeout=WAIT) as saving:
        person.on(page.locator(".st-key-release-go button"))
    assert saving.value.suggested_filename == "release-3.zip"
    assert person.count <= MOST_CLICKS


@pytest.mark.long
def test_to_check(chromium, address, person, tmp_path):
    with harness.visit(chromium, address, width=1280, height=720) as other:
        other.go("")
        taken = published(Clicks(other.page))
        with other.page.expect_download(timeout=WAIT) as saving:
            taken.first.click(timeout=WAIT)
        saving.value.save_as(tmp_path / saving.value.suggested_filename)
    person.menu("release")
    person.on(person.page.get_by_role("radio", name="Check one"))
    with person.page.expect_file_chooser(timeout=WAIT) as choosing:
        person.on(person.page.locator("[data-testid=stFileUploaderDropzone] button"))
    choosing.value.set_files(next(tmp_path.iterdir()))
    person.page.locator("[data-testid=stAlertContentSuccess]").first.wait_for(timeout=WAIT)


def test_to_choose_epsilon(person):
    person.menu("which-epsilon", "trade-off")
    person.page.get_by_role("heading", level=1).filter(has_text="ε = ").wait_for(timeout=WAIT)


def test_to_teach(person):
    person.menu("lessons")
    person.on(person.page.locator(".st-key-lessons-page a, .st-key-lessons-page button"))
    person.on(person.page.get_by_text("For a class"))
    person.page.wait_for_url("**/lessons?lecture=*", timeout=WAIT)


def test_to_compare(person):
    person.menu("compare", "side-by-side")
    person.page.wait_for_selector(f"[class*=st-key-stage], {harness.DRAWN}", timeout=WAIT)
    person.page.get_by_text("A: edgeFlip").first.wait_for(timeout=WAIT)


@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=() if k < 1 else pytest.mark.long) for k, p in enumerate(LEADING)],
)
def test_few_words_are_above_the_fold_and_a_page_is_two_screens(chromium, address, path):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go(path)
        if path.startswith(STAGED):
            tab.page.wait_for_selector(AT_REST)
        tab.page.wait_for_timeout(2000)
        tab.page.wait_for_function(f"() => ({WORDS})().length > 5")
        words = tab.page.evaluate(WORDS)
        assert 5 < len(words) <= MOST_WORDS, " ".join(words)
        for width, most in HEIGHTS.items():
            tab.page.set_viewport_size({"width": width, "height": 720 if width > 1000 else 844})
            tab.page.wait_for_timeout(1000)
            tab.page.wait_for_function(FITS, arg=[most, 0])


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_nine_pages_stand_in_one_line_or_in_one_list(chromium, address, width):
    with harness.visit(chromium, address, width=width, height=844) as tab:
        tab.go("data")
        if width < 640:
            tab.page.locator("[data-testid=stExpandSidebarButton]").click()
        for entry in TABLE:
            link = tab.page.get_by_role("link", name=entry.title, exact=True)
            if entry.in_menu:
                link.first.wait_for()
            else:
                assert not link.count(), "reached from the menu of graphs"
        assert tab.page.locator("[data-testid=stTopNavSection]").count() == 0
        tab.page.wait_for_function(FITS, arg=[10_000, 1])
