"""A copy of the project without some wings, and the tests that go with each."""

import shutil
import subprocess
from collections.abc import Collection
from pathlib import Path

from graphdp_core.wings import WINGS

__all__ = ["OWN_TESTS", "ROOT", "copied_without"]

ROOT = Path(__file__).parents[1]
OWN_TESTS = {
    "lab": (
        "tests/lab",
        "tests/audit",
        "tests/app/test_break_it.py",
        "tests/cli/test_audit.py",
        "tests/plugins",
        "tests/broken.py",
        "tests/app/test_papers_page.py",
        "tests/cli/test_reproduce.py",
    ),
    "lessons": (
        "tests/lessons",
        "tests/app/test_lessons_page.py",
        "tests/app/test_class_routes.py",
        "tests/browser/test_class.py",
        "tests/browser/test_lessons.py",
    ),
    "export": (
        "tests/takeaway",
        "tests/app/test_take_away.py",
        "tests/app/test_pinned_recipes.py",
        "tests/browser/test_takeaway.py",
        "tests/cli/test_picture.py",
    ),
    "rare formats": ("tests/intake/readers/rare",),
}
"""By wing, the tests of it alone: no others may import it."""


def folder(wing: str) -> str:
    """Where a wing lies, below the project's own folder."""
    return WINGS[wing].replace(".", "/")


def copied_without(wings: Collection[str], place: Path) -> Path:
    """A copy of all that is kept in git but the folders of wings and their own tests."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    left = tuple(f"{path}/" for wing in wings for path in (folder(wing), *OWN_TESTS[wing]))
    for name in listed.strip("\0").split("\0"):
        if not f"{name}/".startswith(left) and (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)
    return place
