"""Runs pip-audit and decides: a known fault of a locked version fails, an unreachable service not.

Usage: python vulnerabilities.py COMMAND..., where the command prints pip-audit's report as JSON.
What could not be looked up is said in one line, on GitHub as a warning of the run.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

UNREACHABLE = re.compile(
    r"connection|connect to|timed? ?out|dns|name resolution|max retries|service ?error|http ?error"
    r"|failed to fetch|error sending request|\b50\d\b",
    re.IGNORECASE,
)
SECONDS = 300


def found(report: dict[str, Any]) -> tuple[list[str], list[str], int]:
    """Faults in words, packages that were not looked up, and the number of all packages."""
    packages = report["dependencies"]
    faults = [
        f"{package['name']} {package['version']}: {fault['id']}"
        + (f", mended in {' or '.join(fault['fix_versions'])}" if fault["fix_versions"] else "")
        for package in packages
        for fault in package.get("vulns", [])
    ]
    unseen = [package["name"] for package in packages if "skip_reason" in package]
    return faults, unseen, len(packages)


def note(text: str) -> None:
    """Say it where somebody sees it."""
    print(f"NOTE: {text}")
    if os.environ.get("GITHUB_ACTIONS"):
        print(f"::warning title=Known faults::{text}")


def decide(command: Sequence[str]) -> int:
    """0 if no fault is known of what could be looked up, 1 for a fault, 2 for a broken audit."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        said, complaint = done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        said, complaint = "", f"timed out after {SECONDS} s"
    try:
        faults, unseen, count = found(json.loads(said))
    except (ValueError, KeyError, TypeError):
        last = (complaint.strip() or said.strip() or "it said nothing").splitlines()[-1]
        if UNREACHABLE.search(complaint):
            note(f"known faults were NOT looked up, the service cannot be reached ({last}).")
            return 0
        print(f"the audit itself failed: {last}")
        return 2
    for fault in faults:
        print(f"KNOWN FAULT: {fault}")
    if unseen:
        shown = ", ".join(unseen[:5]) + (" and others" if len(unseen) > 5 else "")
        note(f"{len(unseen)} of {count} packages were NOT looked up: {shown}.")
    if not faults and len(unseen) < count:
        print(f"No fault is known of {count - len(unseen)} of {count} locked packages.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(decide(sys.argv[1:]))
