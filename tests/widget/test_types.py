"""The widgets' files have types, and a compiler finds them in agreement (make types-js)."""

import contextlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "assets"
WIDGETS = (
    "bands", "pair", "board", "chart", "class", "find", "guide", "lesson",
    "present", "share", "snapshots", "stage", "stop", "takeaway",
)  # fmt: skip
COMPILER = HERE / "node_modules" / "typescript" / "bin" / "tsc"
FOUND, INSTALLED = 100, 40  # seconds at most; five and two are usual

PLANTED = (  # file, what stands there, an error in its place, the compiler's name for it
    ("pair/marks.js", "this.hovered = -1;", 'this.hovered = "none";', "TS2322"),
    ("pair/captions.js", "side.title;", "side.titel;", "TS2551"),
    ("pair/widget.js", "picture.sideOf(side)", "picture.sideOf(sides)", "TS2345"),
    ("chart/widget.js", "pngOf(this.saved)", "pngOf(this.theme)", "TS2345"),
    ("board/tile.js", "header.note;", "header.noet;", "TS2339"),
    ("present/main.js", 'modes.toggle("present")', 'modes.toggle("presen")', "TS2345"),
)


@pytest.fixture(scope="module")
def compiler() -> list[str]:
    """The command of the pinned compiler, installed beside this file at the first time."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: install node 20 or newer to check the types of the pair widget")
    if _version() != _pinned():
        _install()
    return [node, str(COMPILER), "--noEmit", "--pretty", "false"]


def _install() -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm: install it to check the types of the pair widget")
    # Beside its place first: another worker may be installing too, and half a compiler is none.
    with tempfile.TemporaryDirectory(dir=HERE, prefix="node_modules-") as room:
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, room)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"]
        try:
            done = subprocess.run(
                command, cwd=room, capture_output=True, text=True, timeout=INSTALLED, check=False
            )
        except subprocess.TimeoutExpired:
            pytest.skip(f"npm ci did not end within {INSTALLED} s; is there a network?")
        if done.returncode:
            pytest.skip(f"npm ci cannot install the compiler: {done.stderr.strip()[-300:]}")
        if _version() != _pinned():
            shutil.rmtree(HERE / "node_modules", ignore_errors=True)
            with contextlib.suppress(OSError):  # the other worker was first
                (Path(room) / "node_modules").rename(HERE / "node_modules")


def _files() -> list[Path]:
    return sorted(file for widget in WIDGETS for file in (SOURCES / widget).glob("*.js"))


def _version() -> str:
    package = COMPILER.parents[1] / "package.json"
    return json.loads(package.read_text())["version"] if package.is_file() else ""


def _pinned() -> str:
    return json.loads((HERE / "package.json").read_text())["devDependencies"]["typescript"]


@pytest.fixture(scope="module")
def complaints(compiler, tmp_path_factory) -> list[str]:
    """What the compiler says of the files, and of a copy with planted errors, in one run."""
    room = tmp_path_factory.mktemp("planted")
    for widget in WIDGETS:
        shutil.copytree(SOURCES / widget, room / widget)
    for file, right, wrong, _ in PLANTED:
        text = (room / file).read_text("utf-8")
        assert text.count(right) == 1
        (room / file).write_text(text.replace(right, wrong), "utf-8")
    project = json.loads((HERE / "tsconfig.json").read_text())
    project["include"] = [
        str(place / widget / "*.js") for place in (SOURCES, room) for widget in WIDGETS
    ]
    (room / "tsconfig.json").write_text(json.dumps(project))
    done = subprocess.run(
        [*compiler, "--project", str(room)],
        cwd=room, capture_output=True, text=True, timeout=FOUND, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert bool(lines) == bool(done.returncode), done.stderr
    return lines


def test_every_file_asks_to_be_checked():
    files = _files()
    assert len(files) > 30
    assert [f.name for f in files if not f.read_text("utf-8").startswith("// @ts-check\n")] == []


@pytest.mark.long
def test_types_agree(complaints):
    planted = (" ", *(f"{widget}/" for widget in WIDGETS))  # a blank begins a second line
    assert [line for line in complaints if not line.startswith(planted)] == []


def test_no_file_is_excused_from_the_check():
    excuses = ("@ts-ignore", "@ts-nocheck", "@ts-expect-error")
    texts = {f.name: f.read_text("utf-8") for f in _files()}
    assert [name for name, text in texts.items() if any(e in text for e in excuses)] == []


@pytest.mark.long
def test_planted_errors_are_found(complaints):
    for file, _, _, complaint in PLANTED:
        assert any(f"{file}(" in line and complaint in line for line in complaints), file
