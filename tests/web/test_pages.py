"""The widgets' files are joined without a build step."""

import re

import pytest

from graphdp_core.web import pages
from graphdp_core.web.pages import assets, script, style

ENTRIES = ("stage/page", "board/page", "takeaway/live", "takeaway/file_pair", "takeaway/file_chart")


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_joined_script_imports_nothing_and_cannot_end_its_element(entry):
    text = script(entry)
    assert not re.search(r"^\s*import\b", text, re.MULTILINE)
    assert "</script" not in text.lower()
    assert text.count("const module_pair_payload = ") == 1


def test_every_style_of_a_moving_page_is_there():
    for name in ("pair/pair", "chart/chart", "stage/stage", "takeaway/moving"):
        assert (assets() / f"{name}.css").is_file()
        assert "url(" not in style(name)


def test_a_comment_that_code_follows_takes_nothing_with_it(tmp_path, monkeypatch):
    lines = ["/** Whole. */", "/** @type {Node} */ (a).b = 1;", "c();", "/**", " * Whole.", " */"]
    (tmp_path / "cast.js").write_text("\n".join([*lines, "d();\n"]), encoding="utf-8")
    monkeypatch.setattr(pages, "assets", lambda: tmp_path)
    assert script("cast").splitlines() == ["/** @type {Node} */ (a).b = 1;", "c();", "d();"]
