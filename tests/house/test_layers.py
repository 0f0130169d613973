"""No import is hidden: one by a string keeps to the floors, and no modules stand in a circle.

`make contracts` holds the floors for what is imported by a statement.
"""

import re
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]


def module_name(file):
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    module_name(file): file
    for room in ("graphdp_core", "pages")
    for file in (ROOT / room).rglob("*.py")
}
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]
FLOOR = {
    f"{contract['containers'][0]}.{room}": floor
    for contract in CONTRACTS
    if contract["type"] == "layers"
    for floor, rooms in enumerate(reversed(contract["layers"]))
    for room in re.findall(r"\w+", rooms)
}
STATED = re.compile(
    r"^ *from ((?:graphdp_core|pages)[\w.]*) import (\([^)]*\)|.*)"
    r"|^ *import ((?:graphdp_core|pages)[\w.]*)",
    re.M,
)
WORD = re.compile(r'"([\w.]+)"')
STEM = re.compile(r'f"((?:graphdp_core|pages|\{__name__\})[\w.]*\.)\{')
BEGINNING = re.compile(r'f?"(?:\w+|\{__name__\})\.')
BY_STRING = re.compile(r"(?:import_module|__import__)\((.*)")


def stated(module, text):
    """The modules that it imports by a statement."""
    seen = set()
    for source, names, alone in STATED.findall(text):
        parts = {f"{source}.{name}" for name in re.findall(r"\w+", names)} & set(FILES)
        seen |= parts or {source or alone}
    return (seen & set(FILES)) - {module}


def hidden(module, text):
    """The modules that it names in strings: whole, or as words that end a name made in parts."""
    words = set(WORD.findall(text))
    stems = {stem.replace("{__name__}", module) for stem in STEM.findall(text)}
    named = words | {stem + word for stem in stems for word in words}
    return {name for name in named & set(FILES) if "." in name} - {module}


def room(module):
    return ".".join(module.split(".")[:2])


def goes_up(module, other):
    """Whether an import leads to a room that stands no lower, or from the core to the pages."""
    if module.partition(".")[0] != other.partition(".")[0]:
        return other.startswith("pages")
    if "." not in module or room(module) == room(other):
        return False  # the package itself stands above its rooms
    return FLOOR[room(other)] >= FLOOR[room(module)]


def test_no_string_hides_an_import_that_goes_up():
    by_name = {name: hidden(name, file.read_text(encoding="utf-8")) for name, file in FILES.items()}
    assert {f"{a} -> {b}" for a, named in by_name.items() for b in named if goes_up(a, b)} == set()
    assert "graphdp_core.experiment.compare" in by_name["graphdp_core"], "the lazy table is read"
    assert "graphdp_core.cli.run" in by_name["graphdp_core.cli.commands"]
    assert "graphdp_core.analyses" in by_name["graphdp_core.experiment.worker"]


def test_a_string_that_leads_up_is_seen():
    text = 'import_module("graphdp_core.stage.stop")'
    assert hidden("graphdp_core.experiment.compare", text) == {"graphdp_core.stage.stop"}
    assert goes_up("graphdp_core.experiment.compare", "graphdp_core.stage.stop")
    text = 'ROOMS = {"picture": "stage.stop"}\nimport_module(f"graphdp_core.{ROOMS[name]}")'
    assert hidden("graphdp_core.plots.kinds", text) == {"graphdp_core.stage.stop"}
    assert goes_up("graphdp_core.graphs.graph", "pages.table")


def test_what_is_imported_by_name_says_the_name_or_its_beginning():
    """Else the tests above could not read it; `first_import.load` is given whole names."""
    for name, file in FILES.items():
        for argument in BY_STRING.findall(file.read_text(encoding="utf-8")):
            is_said = BEGINNING.match(argument) or name == "pages.ground.first_import"
            assert is_said, f"{name}: {argument}"


def test_no_modules_stand_in_a_circle():
    texts = {name: file.read_text(encoding="utf-8") for name, file in FILES.items()}
    TopologicalSorter(
        {name: stated(name, text) | hidden(name, text) for name, text in texts.items()}
    ).prepare()
