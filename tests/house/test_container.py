"""The container file: only what the app needs, no root, a health check, kernels compiled before."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = ROOT / "Containerfile"
TEXT = re.sub(r"\\\n", " ", FILE.read_text(encoding="utf-8"))
LINES = [
    tuple(line.split(maxsplit=1))
    for line in TEXT.splitlines()
    if line.strip() and not line.startswith("#")
]


def said(word, *, last_stage=False):
    start = max(i for i, (name, _) in enumerate(LINES) if name == "FROM") if last_stage else 0
    return [rest for name, rest in LINES[start:] if name == word]


def test_it_runs_without_root_and_says_whether_it_is_well():
    (user,) = said("USER", last_stage=True)
    assert all(int(part) >= 10_000 for part in user.split(":"))
    assert "_stcore/health" in said("HEALTHCHECK", last_stage=True)[0]
    order = [name for name, _ in LINES]
    assert order.index("USER") < order.index("CMD")
    assert len([name for name in order if name == "FROM"]) == 2, "no compiler's rests"


def test_all_that_it_writes_lies_in_tmp():
    (environment,) = said("ENV", last_stage=True)
    values = dict(re.findall(r"(\w+)=(\S+)", environment))
    for name in ("HOME", "GRAPHDP_STORE", "NUMBA_CACHE_DIR"):
        assert values[name].split("/")[1] == "tmp"
    assert values["PYTHONDONTWRITEBYTECODE"] == "1"


def test_kernels_are_compiled_when_it_is_built_and_laid_out_when_it_starts():
    assert any("NUMBA_CACHE_DIR=/app/kernels" in line for line in said("RUN"))
    (command,) = said("CMD")
    assert 'cp -R kernels \\"$NUMBA_CACHE_DIR\\"' in command
    assert "exec /venv/bin/streamlit run app.py" in command


def test_it_takes_what_a_wheel_takes_and_nothing_else():
    lines = [line for line in said("COPY") if not line.startswith("--from")]
    copied = [path for line in lines for path in line.split()[:-1]]
    assert all((ROOT / path).exists() for path in copied)
    packed = re.search(r"force-include\]\n(.*?)\n\n", (ROOT / "pyproject.toml").read_text(), re.S)
    wheel = set(re.findall(r'^"([^"]+)"', packed[1], re.M)) | {"graphdp_core", "requirements.lock"}
    assert set(copied) == wheel
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in ignored
    assert {line[1:] for line in ignored if line.startswith("!")} == wheel


def test_the_linter_has_no_complaint():
    linter = shutil.which("hadolint")
    if linter is None:
        pytest.skip("no hadolint here; the tests above read the lines")
    done = subprocess.run([linter, FILE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
