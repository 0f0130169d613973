"""Runs the unit tests as other machines would: other kernels, places, Pythons and packages.

Usage: python matrix.py [--only "NAME ..."] [PYTEST ARGUMENT ...]; without --only, all but `beyond`.
One row for each setting: what a process finds there, what passed, failed and was skipped, and the
processor's seconds. A setting that this machine lacks, or that has no effect, is said to be so.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
HERE = ROOT / ".venv" / "matrix"
UV = ROOT / ".venv" / "bin" / "uv"
NAMED = ("streamlit", "plotly", "networkx", "numpy", "scipy", "gudhi", "scikit-learn")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
ALSO = {"Katmai": "Prescott"}  # as OpenBLAS calls the oldest kernels that are built
UNIT = ("-q", "-n", "2", "-p", "no:cacheprovider", "-m", "not browser")

Found = dict[str, Any]

PROBE = """
import json, locale, math, os, platform, time
import importlib.metadata as installed
import numpy as np
import numba, scipy.linalg
from numba.core.codegen import JITCPUCodegen
from numpy._core import _multiarray_umath as core
from threadpoolctl import threadpool_info
wobble = os.environ.get("GRAPHDP_WOBBLE", "0")
if wobble != "0":
    some = np.linspace(0.1, 2.0, 50)
    known = [math.exp(x) for x in some], np.exp(some).tolist()
    import wobble as moved
    now = [math.exp(x) for x in some], np.exp(some).tolist()
    wobble = moved.SALT if known[0] != now[0] and known[1] != now[1] else "0"
blas = [one for one in threadpool_info() if one["user_api"] == "blas"]
try:
    place = locale.setlocale(locale.LC_ALL, "")
except locale.Error:
    place = "C"
names = "streamlit plotly networkx numpy scipy gudhi scikit-learn pandas numba".split()
print(json.dumps({
    "python": platform.python_version(),
    "blas": sorted({one.get("architecture", one["internal_api"]) for one in blas}),
    "threads": sorted({one["num_threads"] for one in blas}),
    "wide": [f for f in core.__cpu_dispatch__ if core.__cpu_features__.get(f)],
    "dispatch": core.__cpu_dispatch__,
    "numba": JITCPUCodegen("probe")._get_host_cpu_name(),
    "place": place,
    "number": locale.str(1.5),
    "zone": time.strftime("%z"),
    "wobble": wobble,
    "versions": {name: installed.version(name) for name in names},
}))
"""


@dataclass(frozen=True)
class Setting:
    """One machine to be.

    Parameters
    ----------
    name : str
    shows : callable
        Of what a process there finds, what the row tells.
    holds : callable
        Of the same, whether the setting has its effect.
    environment : mapping
    flag : str
        Of the processor, without which its kernels cannot run.
    python : str
        Version of an interpreter with packages of its own; "" for that of `.venv`.
    packages : str
        Of such an interpreter: "locked", "oldest" or "newest" within the bounds, or "beyond" the
        upper ones.
    """

    name: str
    shows: Callable[[Found], str]
    holds: Callable[[Found], bool] = lambda found: True
    environment: dict[str, str] = field(default_factory=dict)
    flag: str = ""
    python: str = ""
    packages: str = "locked"


@dataclass(frozen=True)
class Row:
    """What became of one setting."""

    name: str
    effect: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    failing: tuple[str, ...] = ()

    def text(self) -> str:
        """One line, and one more for each test that failed."""
        counts = f"{self.passed:7,}{self.failed:7,}{self.skipped:8,}{self.seconds:9,.0f}"
        return "\n".join([f"{self.name:<12}{counts}  {self.effect}",
                          *(f"{'':<12}  {name}" for name in self.failing)])  # fmt: skip


HEADER = f"{'setting':<12}{'passed':>7}{'failed':>7}{'skipped':>8}{'seconds':>9}  what is there"


def settings() -> list[Setting]:
    """All settings; each Python of which the machine has one."""
    blas = (("prescott", "Prescott", "pni"), ("haswell", "Haswell", "avx2"),
            ("skylakex", "SkylakeX", "avx512f"))  # fmt: skip
    return [
        Setting("plain", lambda found: f"Python {found['python']}, {_kernels(found)}"),
        *(_of_kernels(*one) for one in blas),
        Setting(
            "threads", lambda found: f"BLAS threads {found['threads']}",
            lambda found: max(found["threads"], default=0) > 1,
            {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"},
        ),
        Setting(
            "narrow", lambda found: f"numpy's wide instructions: {found['wide'] or 'none'}",
            lambda found: not found["wide"],
            {"NPY_DISABLE_CPU_FEATURES": " ".join(_probed()["dispatch"])},
        ),
        Setting(
            "generic", lambda found: f"numba compiles for {found['numba']}",
            lambda found: found["numba"] == "generic", {"NUMBA_CPU_NAME": "generic"},
        ),
        Setting(
            "german",
            lambda found: f"{found['place']} writes {found['number']}, clocks at {found['zone']}",
            lambda found: found["number"] == "1,5" and found["zone"] == "+1400",
            {"LC_ALL": "de_DE.UTF-8", "TZ": "Pacific/Kiritimati", "LOCPATH": _german()},
        ),
        *(
            Setting(
                f"wobble{number}", lambda found: f"last digits as on machine {found['wobble']}",
                lambda found: found["wobble"] != "0",
                {"GRAPHDP_WOBBLE": number, "PYTHONPATH": str(ROOT / ".ci")},
            )
            for number in ("1", "7")
        ),
        *(Setting(f"python{version}", _packages, python=version) for version in PYTHONS),
        Setting("oldest", _packages, python=PYTHONS[0], packages="oldest"),
        Setting("newest", _packages, python=_newest_python(), packages="newest"),
        Setting("beyond", _packages, python=_newest_python(), packages="beyond"),
    ]  # fmt: skip


def chosen(only: str, known: Sequence[Setting]) -> list[Setting]:
    """The settings of these names; without any, all but what the bounds exclude.

    Raises
    ------
    SystemExit
        If there is none of a name.
    """
    by_name = {one.name: one for one in known}
    names = only.split() or [name for name in by_name if name != "beyond"]
    if unknown := [name for name in names if name not in by_name]:
        raise SystemExit(f"no setting {', '.join(unknown)}: there are {', '.join(by_name)}.")
    return [by_name[name] for name in names]


def run(setting: Setting, arguments: Sequence[str]) -> Row:
    """The row of one setting; its whole output is kept beside its environment."""
    if setting.flag and setting.flag not in _flags():
        return Row(setting.name, f"not here: this processor has no {setting.flag}")
    if setting.python and _interpreter(setting.python) is None:
        return Row(setting.name, f"not here: no Python {setting.python or 'but that of .venv'}")
    if setting.packages == "locked" and sys.version.startswith(f"{setting.python}."):
        return Row(setting.name, "as plain")
    folder = HERE / setting.name
    folder.mkdir(parents=True, exist_ok=True)
    python = _environment(setting, folder) if setting.python else sys.executable
    surroundings = {**os.environ, **setting.environment}
    if setting.python or "NUMBA_CPU_NAME" in setting.environment:
        surroundings["NUMBA_CACHE_DIR"] = str(folder / "kernels")
    found = _probe(python, surroundings)
    if not setting.holds(found):
        return Row(setting.name, f"not here: no effect, {setting.shows(found)}")
    report, output = folder / "report.xml", folder / "output.txt"
    report.unlink(missing_ok=True)
    plugin = ["-p", "wobble"] if "GRAPHDP_WOBBLE" in setting.environment else []
    command = [python, "-m", "pytest", *plugin, *UNIT, f"--junitxml={report}", *arguments]
    before = _seconds()
    with output.open("w") as stream:
        done = subprocess.run(command, cwd=ROOT, env=surroundings, stdout=stream, check=False,
                              stderr=subprocess.STDOUT)  # fmt: skip
    seconds = _seconds() - before
    if not report.is_file():
        return Row(setting.name, setting.shows(found), failed=1, seconds=seconds,
                   failing=(f"pytest ended with {done.returncode}: {output}",))  # fmt: skip
    return row_of(setting.name, setting.shows(found), report.read_text("utf-8"), seconds)


def row_of(name: str, effect: str, report: str, seconds: float) -> Row:
    """The row that a report of pytest (JUnit's XML) gives."""
    cases = list(ElementTree.fromstring(report).iter("testcase"))
    failing = [f"{case.get('classname')}::{case.get('name')}" for case in cases
               if case.find("failure") is not None or case.find("error") is not None]  # fmt: skip
    skipped = sum(case.find("skipped") is not None for case in cases)
    passed = len(cases) - len(failing) - skipped
    return Row(name, effect, passed, len(failing), skipped, seconds, tuple(failing))


def unbound(requirement: str) -> str:
    """A line of requirements.txt without the upper bound, of the packages named by the project."""
    name = re.match(r"[\w-]*", requirement)
    return re.sub(r",<[\w.]+", "", requirement) if name and name[0] in NAMED else requirement


def _of_kernels(name: str, kernels: str, flag: str) -> Setting:
    return Setting(
        name, _kernels, lambda found: [ALSO.get(k, k) for k in found["blas"]] == [kernels],
        {"OPENBLAS_CORETYPE": kernels}, flag,
    )  # fmt: skip


def _kernels(found: Found) -> str:
    return f"OpenBLAS for {', '.join(found['blas'])}"


def _packages(found: Found) -> str:
    versions = " ".join(f"{name} {version}" for name, version in found["versions"].items())
    return f"Python {found['python']}, {versions}"


@cache
def _probed() -> Found:
    return _probe(sys.executable, dict(os.environ))


def _probe(python: str, surroundings: dict[str, str]) -> Found:
    """What a process finds with this interpreter in these surroundings."""
    said = subprocess.run([python, "-c", PROBE], cwd=ROOT, env=surroundings, check=True,
                          stdout=subprocess.PIPE, text=True)  # fmt: skip
    found: Found = json.loads(said.stdout)
    return found


def _flags() -> set[str]:
    """What the processor can, as Linux says it; nothing where it does not."""
    try:
        return set(re.findall(r"\w+", Path("/proc/cpuinfo").read_text("utf-8")))
    except OSError:
        return set()


def _german() -> str:
    """A folder with the German locale, which few servers have installed; compiled once."""
    folder = HERE / "locale"
    if not (folder / "de_DE.UTF-8").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        words = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")]
        try:
            subprocess.run(words, capture_output=True, check=False)
        except FileNotFoundError:
            return ""
    return str(folder)


@cache
def _interpreter(version: str) -> str | None:
    """A Python of this version: the one on the path if it starts, else one of pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    named = f"python{version}"
    for python in (named, *map(str, pyenv.glob(f"versions/{version}.*/bin/{named}"))):
        words = [python, "-c", "import sys; print(sys.executable)"]
        try:
            return subprocess.check_output(words, text=True, stderr=subprocess.DEVNULL).strip()
        except (OSError, subprocess.CalledProcessError):
            pass  # not there, or a name that pyenv holds for nothing
    return None


def _newest_python() -> str:
    return next((v for v in reversed(PYTHONS) if _interpreter(v) is not None), "")


def _environment(setting: Setting, folder: Path) -> str:
    """The interpreter of a setting, with the packages that it asks for."""
    python = folder / "venv" / "bin" / "python"
    if not python.is_file():
        base = str(_interpreter(setting.python))
        subprocess.run([UV, "venv", "--quiet", "--python", base, folder / "venv"], check=True)
    asked = ROOT / "requirements-dev.lock"
    if setting.packages != "locked":
        asked = folder / "requirements.txt"
        lines = [line for file in ("requirements.txt", "requirements-dev.txt")
                 for line in (ROOT / file).read_text("utf-8").splitlines()
                 if re.match(r"\w", line)]  # fmt: skip
        if setting.packages == "beyond":
            lines = list(map(unbound, lines))
        asked.write_text("\n".join(lines) + "\n", encoding="utf-8")
    lowest = ["--resolution", "lowest-direct"] if setting.packages == "oldest" else ["--upgrade"]
    subprocess.run([UV, "pip", "install", "--quiet", *lowest, "--python", python, "-r", asked],
                   check=True)  # fmt: skip
    return str(python)


def _seconds() -> float:
    """Of the processor, by all processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _say(text: str) -> None:
    """Print it at once, on GitHub into the job's summary too."""
    print(text, flush=True)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(summary, "a", encoding="utf-8") as stream:
            stream.write("".join(f"    {line}\n" for line in text.splitlines()))


def main(words: Sequence[str]) -> int:
    """Run the settings one after the other; 1 if a test failed anywhere."""
    only, arguments = "", list(words)
    if arguments[:1] == ["--only"]:
        only, arguments = arguments[1], arguments[2:]
    HERE.mkdir(parents=True, exist_ok=True)
    _say(HEADER)
    failed = 0
    for setting in chosen(only, settings()):
        row = run(setting, arguments)
        _say(row.text())
        failed += row.failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
