"""Snapshots in a real browser: pinned, saved and opened; Back, Forward and undo."""

import base64
import json
import re
import zlib

import harness
import pytest
from playwright.sync_api import expect
from test_stage import STAGE, shown

pytestmark = pytest.mark.browser

CARDS = ".graphdp-strip li:not(.empty)"
SAID = ".graphdp-strip .said"
SLIDER = f"{STAGE} .stop"
STOPS = ("3", "2.5", "2", "1.75", "1.5", "1.25")


def epsilon(tab):
    return tab.page.locator(SLIDER).get_attribute("aria-valuetext").removeprefix("ε = ")


def pinned(tab):
    """Where the cards lead, in their order, as the browser keeps them."""
    kept = tab.page.evaluate("JSON.parse(localStorage['graphdp-snapshots']).snapshots")
    return [dict(p.split("=") for p in s["query"].split("&")).get("epsilon", "3") for s in kept]


def wait_for(tab, stop):
    """Until the slider stands on a stop, the stage shows it and the page has heard of it."""
    shown(tab, epsilon=stop)
    expect(tab.page.locator(SLIDER)).to_have_attribute("aria-valuetext", f"ε = {stop}")
    tab.page.wait_for_timeout(500)  # it tells where it rests
    tab.settle()


def press(tab, card, tool):
    tab.page.locator(CARDS).nth(card).hover()
    tab.page.locator(CARDS).nth(card).locator(tool).click()


def button(tab, name):
    return tab.page.locator(".graphdp-strip").get_by_role("button", name=name, exact=True)


@pytest.mark.long
def test_six_snapshots_are_sorted_saved_and_opened_elsewhere(chromium, address, tmp_path):
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go("explore?see=graph&graph=florentine_families")
        for stop in STOPS:
            wait_for(tab, stop)
            tab.page.get_by_role("button", name="Pin", exact=True).first.click()
            tab.page.wait_for_selector(f".graphdp-opener .count >> text={STOPS.index(stop) + 1}")
            tab.page.locator(SLIDER).press("ArrowLeft")
        assert pinned(tab) == list(STOPS)
        kept = tab.page.evaluate("JSON.parse(localStorage['graphdp-snapshots']).snapshots")
        assert all("the spread of ties is off" in one["finding"] and one["figures"] for one in kept)
        tab.page.keyboard.press("f")
        assert tab.page.locator(f"{CARDS} img").count() == 6
        press(tab, 0, ".right")
        press(tab, 2, ".delete")
        assert pinned(tab) == ["2.5", "3", "1.75", "1.5", "1.25"]
        button(tab, "Undo").click()
        assert pinned(tab) == ["2.5", "3", "2", "1.75", "1.5", "1.25"]
        press(tab, 5, ".edit")
        dialog = tab.page.get_by_role("dialog", name="Title and note")
        dialog.get_by_label("Note").fill("<b>almost</b> gone")
        dialog.get_by_role("button", name="Keep").click()
        assert "<b>almost</b> gone" in tab.page.locator(CARDS).nth(5).inner_text()
        press(tab, 0, ".compare")
        press(tab, 1, ".compare")
        tab.page.wait_for_function(
            f"words => document.querySelector('{SAID}').textContent.includes(words)",
            arg="Only ε differs: 2.5 → 3.",
        )
        tab.page.locator(CARDS).nth(0).locator(".open").click()
        wait_for(tab, "2.5")
        button(tab, "Close").click()
        mailed = moving_picture(tab, tmp_path / "moving.html")
        tab.page.keyboard.press("f")
        with tab.page.expect_download() as saving:
            button(tab, "Save").click()
        saving.value.save_as(tmp_path / "workspace.json")
        assert tab.problems == []
    with harness.visit(chromium, address, width=1280, height=720) as tab:
        tab.go("explore?see=graph&graph=florentine_families")
        assert not tab.page.locator(".graphdp-opener").is_visible()
        tab.page.keyboard.press("f")
        tab.page.locator(".graphdp-strip input[type=file]").set_input_files(
            tmp_path / "workspace.json"
        )
        tab.page.wait_for_function(f"() => document.querySelectorAll('{CARDS}').length === 6")
        tab.page.locator(CARDS).nth(5).locator(".open").click()
        wait_for(tab, "1.25")
        assert tab.problems == []
    moves_without_a_network(chromium, mailed)


def moving_picture(tab, path):
    """What the lecturer mails: one file, from the menu."""
    tab.page.get_by_role("button", name="Take away").click()
    menu = tab.page.get_by_role("dialog")
    menu.get_by_text("Moving picture", exact=True).click()
    menu.get_by_role("button", name="Make the moving picture").click()
    with tab.page.expect_download() as saving:
        menu.get_by_role("button", name="Save the moving picture").click()
    saving.value.save_as(path)
    tab.page.keyboard.press("Escape")
    menu.wait_for(state="detached")
    return path


def moves_without_a_network(chromium, path):
    context = chromium.new_context(offline=True)
    page = context.new_page()
    asked = []
    page.on("request", lambda r: asked.append(r.url))
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready]")
    said = []
    for _ in range(3):
        said.append((page.inner_text(".slider .epsilon"), page.inner_text("h1")))
        page.keyboard.press("ArrowLeft")
    assert [stop for stop, _ in said] == ["ε = 2.5", "ε = 2", "ε = 1.75"]
    assert len({answer for _, answer in said}) > 1
    assert not [url for url in asked if not url.startswith(("file:", "blob:", "data:"))]
    context.close()


@pytest.mark.long
def test_back_forward_and_undo_go_through_choices_one_at_a_time(fresh_tab):
    tab = fresh_tab  # a browser counts no more than fifty steps

    def is_at(graph, mechanism, stop):
        for key, name in (("graph", graph), ("mechanism", mechanism)):
            box = tab.page.locator(f".st-key-{key} input")
            expect(box).to_have_value(re.compile(name))
        wait_for(tab, stop)

    def choose(key, words, chosen):
        tab.page.locator(f".st-key-{key} input").click()
        tab.page.keyboard.type(words)
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_url(f"**{key}={chosen}**")
        tab.settle()

    tab.go("explore?see=graph&graph=karate")
    wait_for(tab, "3")
    before = tab.page.evaluate("history.length")
    for _ in range(3):
        tab.page.keyboard.press("ArrowLeft")
    wait_for(tab, "1.75")
    choose("mechanism", "LaplaceF", "laplace_flip")
    choose("graph", "Florentine", "florentine_families")
    is_at("Florentine", "LaplaceFlip", "1.75")
    assert tab.page.evaluate("history.length") == before + 3, "a run of keys is one step"
    tab.page.go_back()
    is_at("Karate", "LaplaceFlip", "1.75")
    tab.page.evaluate("document.activeElement.blur()")
    tab.page.keyboard.press("Control+z")
    is_at("Karate", "edgeFlip", "1.75")
    tab.page.keyboard.press("Control+z")
    is_at("Karate", "edgeFlip", "3")
    tab.page.keyboard.press("Control+Shift+z")
    is_at("Karate", "edgeFlip", "1.75")
    tab.page.go_forward()
    is_at("Karate", "LaplaceFlip", "1.75")
    tab.page.keyboard.press("f")
    button(tab, "Reset page").click()
    is_at("A school", "edgeFlip", "3")
    button(tab, "Undo").click()
    is_at("Karate", "LaplaceFlip", "1.75")
    a_drag_of_the_mouse_is_one_step(tab)


def a_drag_of_the_mouse_is_one_step(tab):
    """Over many stops, with halts at which the server answers."""
    tab.page.keyboard.press("Escape")
    slider = tab.page.locator(SLIDER)
    track, knob = slider.bounding_box(), slider.evaluate("s => s.value / s.max")
    middle = track["y"] + track["height"] / 2
    before, steps = tab.page.url, tab.page.evaluate("navigation.currentEntry.index")
    tab.page.mouse.move(track["x"] + knob * track["width"], middle)
    tab.page.mouse.down()
    for share in (0.5, 0.6, 0.7, 0.8):
        tab.page.mouse.move(track["x"] + share * track["width"], middle, steps=5)
        tab.page.wait_for_timeout(400)
    tab.page.mouse.up()
    tab.page.wait_for_timeout(500)
    tab.settle()
    assert float(epsilon(tab)) > 3
    assert tab.page.evaluate("navigation.currentEntry.index") == steps + 1
    tab.page.go_back()
    wait_for(tab, "1.75")
    expect(tab.page).to_have_url(before)


@pytest.mark.long
def test_a_full_file_and_bad_storage_are_told_and_the_session_goes_on(tab, tmp_path):
    def opened(text, words):
        (tmp_path / "w.json").write_text(text)
        tab.page.locator(".graphdp-strip input[type=file]").set_input_files(tmp_path / "w.json")
        tab.page.wait_for_function(
            f"words => document.querySelector('{SAID}').textContent.includes(words)", arg=words
        )

    def workspace(rows):
        return json.dumps({"format": "graphdp-workspace", "version": 1, "snapshots": rows})

    markup = "<img src=x onerror=\"document.title='harmed'\">"
    tab.go("data?graph=karate")
    tab.page.keyboard.press("f")
    opened(workspace([{"title": markup, "note": markup}] * 499), "499 snapshots from w.json")
    expect(tab.page.locator(CARDS)).to_have_count(499)
    expect(tab.page.locator(f"{CARDS} strong").first).to_contain_text(markup)
    assert tab.page.locator(f"{CARDS} img").count() == 0
    opened(workspace([{}, {}]), "1 of 2 snapshots found no room: 500 is the most.")
    tab.page.evaluate(
        """() => { Storage.prototype.setItem = () => {
            throw new DOMException("full", "QuotaExceededError"); }; }"""
    )
    press(tab, 0, ".delete")
    button(tab, "Pin").click()
    tab.page.wait_for_function(
        f"() => document.querySelector('{SAID}').textContent.includes('storage is full')"
    )
    expect(tab.page.locator(CARDS)).to_have_count(500)
    assert "harmed" not in tab.page.title()
    assert tab.problems == []


VIEW = """() => {
    const asked = new CustomEvent("graphdp-view", { detail: { words: "" } });
    document.dispatchEvent(asked);
    return asked.detail.words;
}"""
VIEW_AT_REST = f"""() => {{
    const now = ({VIEW})(), before = window.viewBefore;
    window.viewBefore = now;
    return now === before && now;
}}"""


@pytest.mark.long
def test_a_link_brings_the_view_to_another_browser(chromium, address):
    with harness.visit(chromium, address) as tab:
        tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab.go("explore?see=graph&graph=florentine_families")
        shown(tab, epsilon="3")
        tab.page.keyboard.press("l")
        tab.page.wait_for_selector(".graphdp-toast.shown >> text=copied")
        link = tab.page.evaluate("navigator.clipboard.readText()")
        assert link.startswith(f"{address}/explore?")
        asked = {"graph=florentine_families", "see=graph", "epsilon=3"}
        assert set(link.partition("?")[2].split("&")) == asked
        tab.page.locator(".panel.left .plot").press("+")
        view = tab.page.wait_for_function(VIEW_AT_REST, polling=300).json_value()
        assert view
        tab.page.keyboard.press("f")
        button(tab, "Copy link").click()
        tab.page.wait_for_function(
            f"() => document.querySelector('{SAID}').textContent.includes('copied')"
        )
        link = tab.page.evaluate("navigator.clipboard.readText()")
    with harness.visit(chromium, address) as tab:
        tab.go(link.removeprefix(f"{address}/"))
        tab.page.wait_for_url(
            lambda url: (
                url.startswith(f"{address}/explore?")
                and set(url.partition("?")[2].split("&")) == asked
            )
        )
        # The picture comes after the page.
        tab.page.wait_for_function(f"view => ({VIEW})() === view", arg=view)
        assert tab.problems == []


@pytest.mark.long
def test_snapshots_behind_an_older_link_are_still_read(tab):
    rows = [{"page": "explore", "query": "see=graph&graph=karate&epsilon=2", "title": "Old"}]
    text = json.dumps({"format": "graphdp-workspace", "version": 1, "snapshots": rows})
    packer = zlib.compressobj(wbits=-15)
    packed = base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush())
    tab.go(f"data?graph=karate#snapshots={packed.decode().rstrip('=')}")
    tab.page.wait_for_selector(CARDS)
    tab.page.locator(f"{CARDS} .open").click()
    wait_for(tab, "2")
    assert tab.problems == []
