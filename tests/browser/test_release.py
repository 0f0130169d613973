"""A curator publishes, saves and checks a release in a real browser."""

import io
import json
import re
import zipfile
from pathlib import Path

import harness
import pandas as pd
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_release_is_saved_and_checked(tab, tmp_path):
    tab.go("release?graph=karate")
    page = tab.page
    page.get_by_role("textbox", name="exactly as typed").fill("0.7")
    page.keyboard.press("Enter")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Spend ε = 0.7 and release once").click()
    assert waiting.value.suggested_filename == "release-0.7.zip"
    expect(page.get_by_text("Released once at ε = 0.7")).to_be_in_viewport()
    saved = {}
    for label in ("The release again", "The ledger", "Its key", "Who is which number"):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=label, exact=True).click()
        saved[label] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(saved[label])
    assert saved["Who is which number"].name.startswith("PRIVATE-")
    with zipfile.ZipFile(io.BytesIO(saved["The release again"].read_bytes())) as archive:
        assert json.loads(archive.read("certificate.json"))["epsilon"] == "0.7"

    page.get_by_role("radio", name="Check one").click()

    def check(said: str, *files: Path) -> None:
        page.locator(".st-key-verify-files input[type=file]").set_input_files(files)
        page.get_by_text(re.compile(said)).first.wait_for()

    check(
        "The ledger has charged this release", saved["The release again"], saved["The ledger"],
        saved["Its key"],
    )  # fmt: skip
    broken = bytearray(saved["The release again"].read_bytes())
    broken[len(broken) // 2] ^= 1
    other = tmp_path / "other.zip"
    other.write_bytes(broken)
    check("damaged|changed", other)
    assert tab.problems == []


@pytest.mark.long
@pytest.mark.quiet
def test_nothing_is_in_the_way_of_what_a_large_table_adds_up_to(chromium, tmp_path):
    pytest.importorskip("duckdb", reason='needs duckdb: pip install "graphdp[large]"')
    (tmp_path / "calls").mkdir()
    pd.DataFrame({"a": range(9), "b": range(1, 10)}).to_parquet(tmp_path / "calls" / "1.parquet")
    app = harness.server(GRAPHDP_DATA_DIR=str(tmp_path))
    with app as address, harness.visit(chromium, address) as tab:
        tab.go("release")
        for menu, name in (("table", "calls"), ("people", "Everybody")):
            tab.page.locator(f".st-key-release-{menu} input").click()
            tab.page.get_by_role("option", name=name).click()
        tab.page.get_by_role("button", name="Add its ties up").click()
        tab.page.get_by_text("Sums survive").wait_for()
        expect(tab.page.locator(".graphdp-foot")).to_be_hidden()
        tab.look_over()


STAGE = ".st-key-truths-widget .on-stage"


@pytest.mark.long
def test_what_may_be_true_flickers_slowly_and_stands_side_by_side_where_less_motion_is_wanted(tab):
    page = tab.page
    tab.go("release?given=club")
    page.wait_for_selector(f"{STAGE}[data-shown]")
    player = page.locator(f"{STAGE} .repeats")
    expect(player).to_have_text(re.compile(r"Stop at \d+ of 20"))
    seen = player.inner_text()
    expect(player).not_to_have_text(seen)
    page.locator(f"{STAGE} .tie .example").click()
    expect(page.locator(f"{STAGE} .tie")).to_contain_text(
        "50 in 100 before, 1.7 to 98.3 in 100 after"
    )
    expect(page.locator(f"{STAGE} .tie")).not_to_contain_text("there is")  # nobody knows here
    menus = page.locator(".st-key-graph, .st-key-mechanism")
    expect(menus.filter(visible=True)).to_have_count(0)  # those are of the visitor's own graph
    page.get_by_text("Check one", exact=True).click()
    page.get_by_role("heading", name="Is a release as it was made?").wait_for()
    expect(menus.filter(visible=True)).to_have_count(0)
    page.get_by_text("Make one", exact=True).click()
    expect(menus.filter(visible=True).first).to_be_visible()
    tab.go("release?given=club")
    page.wait_for_selector(f"{STAGE}[data-shown]")
    assert page.locator(f"{STAGE} .slider").is_hidden()
    assert page.locator(".ghosts").is_hidden()
    page.emulate_media(reduced_motion="reduce")
    tab.go("release?given=club")
    page.wait_for_selector(f"{STAGE}[data-shown]")
    expect(player).to_have_text("Play 19 possible truths")
    expect(page.locator(".ghosts .truth")).to_have_count(20)
    assert page.locator(".ghosts").is_visible()
