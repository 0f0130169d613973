"""The audit of dependencies decides: known faults fail it, an unreachable service is only told."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLEAN = {"name": "clean", "version": "1.0", "vulns": []}
FAULTY = {
    "name": "faulty",
    "version": "2.0",
    "vulns": [{"id": "GHSA-1", "fix_versions": ["2.1"]}, {"id": "CVE-2", "fix_versions": []}],
}
UNSEEN = {"name": "unseen", "skip_reason": "Dependency not found on PyPI"}


def audited(out="", err="", code=0, **environment):
    """The decision about a fake pip-audit that says this."""
    fake = f"import sys; print({out!r}); print({err!r}, file=sys.stderr); sys.exit({code})"
    return subprocess.run(
        [sys.executable, ROOT / ".ci" / "vulnerabilities.py", sys.executable, "-c", fake],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip


def report(*packages):
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_known_fault_of_a_locked_version_fails_and_is_named():
    done = audited(report(CLEAN, FAULTY, UNSEEN), code=1)
    assert done.returncode == 1
    assert "KNOWN FAULT: faulty 2.0: GHSA-1, mended in 2.1" in done.stdout
    assert "KNOWN FAULT: faulty 2.0: CVE-2\n" in done.stdout


@pytest.mark.parametrize(
    "complaint",
    [
        "requests.exceptions.ConnectionError: Max retries exceeded with url: /pypi/x/json",
        "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed",
        "error: Failed to fetch: `https://example.org/simple/pip-audit/`",
        "503 Server Error: Service Unavailable",
    ],
)
def test_an_unreachable_service_passes_and_is_said(complaint):
    done = audited(err=complaint, code=1)
    assert done.returncode == 0
    assert done.stdout.startswith("NOTE: known faults were NOT looked up")


@pytest.mark.parametrize("complaint", ["pip-audit: error: unrecognized arguments: --jsn", ""])
def test_an_audit_that_does_not_work_is_no_pass(complaint):
    assert audited(err=complaint, code=2).returncode == 2


def test_continuous_integration_runs_it_and_lets_it_decide():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "\nmake vulnerabilities\n" in script, "without || behind it"
    assert "set -euo pipefail" in script
    rule = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nvulnerabilities:")[2]
    assert ".ci/vulnerabilities.py" in rule.partition("\n\n")[0]
