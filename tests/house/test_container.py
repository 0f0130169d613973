"""The container file takes what a wheel takes, and its linter has no complaint."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = ROOT / "Containerfile"


def test_it_takes_what_a_wheel_takes_and_nothing_else():
    lines = re.findall(r"^COPY (?!--from)(.*)$", FILE.read_text(encoding="utf-8"), re.M)
    copied = {path for line in lines for path in line.split()[:-1]}
    packed = re.search(r"force-include\]\n(.*?)\n\n", (ROOT / "pyproject.toml").read_text(), re.S)
    wheel = set(re.findall(r'^"([^"]+)"', packed[1], re.M)) | {"graphdp_core", "requirements.lock"}
    assert copied == wheel
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert {line[1:] for line in ignored if line.startswith("!")} == wheel


def test_the_linter_has_no_complaint():
    linter = shutil.which("hadolint")
    if linter is None:
        pytest.skip("no hadolint here")
    done = subprocess.run([linter, FILE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
