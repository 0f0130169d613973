"""`make quick`: lint, types, import rules, and the tests that are nearest to what has changed.

Changed is what differs from the main branch: commits, the working tree and new files. Tests begin
with the nearest; none begins when the time is over. It says what it ran and what it left out.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from nearest import ROOT, Nearest

SECONDS = 45.0
CHECKS = (("ruff", "check", "--quiet", "."), ("ruff", "format", "--check", "--quiet", "."),
          ("lint-imports",), ("mypy",))  # fmt: skip


def main() -> int:
    """Check what has changed; 0 if nothing failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="main", help="the branch that is compared with")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="when no more tests begin")
    parser.add_argument("--plan", action="store_true", help="list the tests, and run nothing")
    chosen = parser.parse_args()
    end = time.monotonic() + chosen.seconds
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    changed = changed_files(chosen.against)
    if not changed:
        print(f"Nothing differs from {chosen.against}.")
        return 0
    print(f"{len(changed)} changed file(s): {', '.join(changed[:6])}{' …' * (len(changed) > 6)}")
    near = Nearest(changed)
    first = First(near, end)
    files = near.collected()
    if chosen.plan:
        return int(pytest.main([*options(), "--collect-only", *files], plugins=[first]))
    checks = [
        (command[0], subprocess.Popen([Path(sys.executable).with_name(command[0]), *command[1:]],
         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        for command in CHECKS
    ]  # fmt: skip
    # 5: nothing was near enough to run
    is_red = files and pytest.main([*options(), *files], plugins=[first]) not in (0, 5)
    failed = ["tests"] if is_red else []
    for name, process in checks:
        said, _ = process.communicate()
        if process.returncode:
            print(said)
            failed.append(name)
    print(f"FAILED: {', '.join(failed)}" if failed else "Lint, types, import rules: passed.")
    return int(bool(failed))


def changed_files(branch: str) -> tuple[str, ...]:
    """Paths that differ from where this branch left another, and new files."""
    start = _git("merge-base", "HEAD", branch) or _git("merge-base", "HEAD", f"origin/{branch}")
    known = _git("diff", "--name-only", *start[:1])
    return tuple(sorted({*known, *_git("ls-files", "--others", "--exclude-standard")}))


def _git(*command: str) -> list[str]:
    done = subprocess.run(["git", *command], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def options() -> list[str]:
    """One process: workers would each import anew what most of a minute is enough for."""
    return ["-q", "-p", "no:xdist", "-m", "long or not long", "--durations=3"]


class First:
    """Of the tests that were found keeps the near ones, the nearest first, until time is over."""

    def __init__(self, near: Nearest, end: float) -> None:
        self.near, self.end = near, end
        self.begun: Counter[str] = Counter()
        self.late: Counter[str] = Counter()
        self.failed = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Sort them by nearness; long ones are near only if they are about the changed itself."""
        ranked = []
        for item in items:
            code = getattr(getattr(item, "function", None), "__code__", None)
            params = getattr(getattr(item, "callspec", None), "params", {}).values()
            path = Path(item.path).relative_to(ROOT).as_posix()
            rank = self.near.rank(path, code, params)
            is_long = "long" in item.keywords
            if rank is not None and (not is_long or rank <= 1):
                ranked.append((rank, is_long, item))
        kept = [item for *_, item in sorted(ranked, key=lambda entry: entry[:2])]
        config.hook.pytest_deselected(items=list(set(items).difference(kept)))
        items[:] = kept

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Begin no test when the time is over."""
        file = item.nodeid.split("::")[0]
        if time.monotonic() > self.end:
            self.late[file] += 1
            return True
        self.begun[file] += 1
        return None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was run and what was left out."""
        write = terminalreporter.write_line
        for title, counts in (("Ran", self.begun), ("Left out, as time was over", self.late)):
            if counts:
                write(f"{title}: {counts.total()} tests of {len(counts)} files")
                for file, count in list(counts.items())[:20]:
                    write(f"    {count:4d} {file}")
                if len(counts) > 20:
                    write(f"         and {len(counts) - 20} files more")
        others = len(self.near.sources) - len(self.near.files.keys() | self.begun.keys())
        write(
            f"Not looked at: {max(others, 0)} test files that are further away; make test runs all."
        )


if __name__ == "__main__":
    sys.exit(main())
