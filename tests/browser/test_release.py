"""A curator publishes, saves and checks a release in a real browser."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser


def test_a_release_is_saved_and_checked(tab, tmp_path):
    tab.go("release?graph=karate")
    page = tab.page
    page.get_by_role("textbox", name="exactly as typed").fill("0.7")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="at ε = 0.7").click()
    page.get_by_text("This spends ε = 0.7").wait_for()
    page.get_by_text("Release it. I know that ε = 0.7").click()
    page.get_by_role("button", name="Release once, at ε = 0.7").click()
    saved = {}
    for label in ("The release", "The ledger", "Its key", "Who is which number"):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=label, exact=True).click()
        saved[label] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(saved[label])
    assert saved["Who is which number"].name.startswith("PRIVATE-")
    with zipfile.ZipFile(io.BytesIO(saved["The release"].read_bytes())) as archive:
        assert json.loads(archive.read("certificate.json"))["epsilon"] == "0.7"

    page.get_by_role("radio", name="Check one").click()

    def check(said: str, *files: Path) -> None:
        page.locator(".st-key-verify-files input[type=file]").set_input_files(files)
        page.get_by_text(re.compile(said)).first.wait_for()

    check(
        "Line 2 of the ledger has charged it", saved["The release"], saved["The ledger"],
        saved["Its key"],
    )  # fmt: skip
    broken = bytearray(saved["The release"].read_bytes())
    broken[len(broken) // 2] ^= 1
    other = tmp_path / "other.zip"
    other.write_bytes(broken)
    check("damaged|changed", other)
    assert tab.problems == []
