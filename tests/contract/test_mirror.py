"""The tests mirror the core: a file is named by the module it tests, or is listed with a reason."""

import subprocess
from pathlib import Path

import pytest

import graphdp_core

CORE = Path(graphdp_core.__file__).parent
TESTS = Path(__file__).parents[1]

THEMES = {
    "trust/test_read_release_in_r": "the reader in R, against what Python reads",
    "centralities/test_measures": "every measure against networkx, by one list",
    "cli/test_command_line": "the command line as a person types it",
    "intake/people/test_people_files": "tables and lists as people keep them",
    "intake/exports/test_exports": "files of other programs, from preview to graph",
    "intake/test_hostile_files": "what no reader may believe",
    "lab/audits/test_decision_table": "every published claim with its verdict",
    "intake/test_memory": "what every reader may take",
    "stage/test_headlines": "what the screen says, held against its numbers",
    "intake/test_stopped_reading": "a reading that nobody waits for any more",
    "kernels/test_compiled": "the decorator of all kernels",
    "estimates/test_promised": "an epsilon is named only where it keeps its word",
    "estimates/test_coverage": "how often intervals hold the truth",
    "estimates/test_exactly": "unbiased over all releases of tiny graphs",
    "lessons/test_phenomena": "what every lesson tells, in draws",
    "mechanisms/test_flip_laws": "one law for both mechanisms that flip pairs",
    "mechanisms/test_noisy_rankings": "the rivals of noisy centrality side by side",
    "mechanisms/test_published_spectra": "spectral mechanisms as they were published",
    "mechanisms/test_sound_spectra": "spectral mechanisms that are private",
    "mechanisms/test_tree_draws": "the two mechanisms that draw a tree at once",
    "mechanisms/test_tree_pipeline": "tree mechanisms, what reads them, and how errors grow",
    "mechanisms/test_weight_noise": "Laplace and Gaussian noise on weights",
    "trust/test_interrupted_publications": "full disks, two writers and changed ledgers",
    "trust/test_large": "graphs too large to build, from their ties to a release",
    "plots/test_figures": "what holds for every figure",
    "lab/papers/test_drawn": "every stored run as curves",
}
"""Files whose subject crosses the modules of their room, and what it is."""

HERE = [file for file in THEMES if (CORE / file.partition("/")[0]).is_dir()]
"""Those of rooms that nobody took off."""

ROOMS = sorted(room.name for room in CORE.iterdir() if (TESTS / room.name).is_dir())
FILES = sorted(
    file.relative_to(TESTS).with_suffix("").as_posix()
    for room in ROOMS
    for file in (TESTS / room).rglob("test_*.py")
)


def names_a_module(file: str) -> bool:
    """Whether a module or a package of the room has the test file's name."""
    place = CORE / Path(file).parent / Path(file).name.removeprefix("test_")
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def test_the_rooms_are_found() -> None:
    assert {"kernels", "graphs", "metrics", "mechanisms", "plots"} <= set(ROOMS)
    assert len(FILES) > 50


@pytest.mark.parametrize("file", FILES)
def test_a_test_file_is_named_by_a_module_or_a_listed_theme(file: str) -> None:
    assert names_a_module(file) or file in THEMES, (
        f"name {file}.py by the module it tests, or list its theme"
    )


@pytest.mark.parametrize("file", HERE)
def test_a_listed_theme_has_a_file_and_no_module_of_its_name(file: str) -> None:
    assert file in FILES
    assert not names_a_module(file)


def test_nothing_that_is_ignored_is_in_the_repository() -> None:
    root = TESTS.parent
    if not (root / ".git").exists():
        pytest.skip("not a checkout")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert listed.stdout.split() == [], "a checkout would write these over what is built there"
