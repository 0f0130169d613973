"""A curator publishes, saves and checks a release in a real browser."""

import io
import json
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser


def test_a_release_is_saved_and_checked(tab, tmp_path):
    tab.go("release?graph=karate")
    page = tab.page
    page.get_by_role("textbox", name="exactly as typed").fill("0.7")
    page.keyboard.press("Enter")
    page.get_by_text("This spends ε = 0.7").wait_for()
    page.get_by_text("Release it. I know that").click()
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

    def checked(*files: Path) -> str:
        page.locator(".st-key-verify-files input[type=file]").set_input_files(files)
        page.wait_for_timeout(300)
        tab.settle()
        return tab.text()

    assert "Line 2 of the ledger has charged it" in checked(
        saved["The release"], saved["The ledger"], saved["Its key"]
    )
    broken = bytearray(saved["The release"].read_bytes())
    broken[len(broken) // 2] ^= 1
    other = tmp_path / "other.zip"
    other.write_bytes(broken)
    assert "damaged" in checked(other) or "changed" in tab.text()
    assert tab.problems == []
