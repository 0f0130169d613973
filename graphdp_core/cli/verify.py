"""graphdp verify: whether a release is as it was made, and claims what is guaranteed."""

from __future__ import annotations

import argparse
from typing import Any

from graphdp_core.trust.verify import verify


def options(command: argparse.ArgumentParser) -> None:
    """Which release, and perhaps its ledger and who must have signed it."""
    command.add_argument("file", metavar="ZIP", help="a file that graphdp release has made")
    command.add_argument("--ledger", metavar="FILE", help="the curator's: look for its line, too")
    command.add_argument(
        "--signed-by", metavar="FILE", help="allowed signers of ssh: one of them must have signed"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Verify, and answer with what was checked."""
    verified = verify(options.file, ledger=options.ledger, signed_by=options.signed_by)
    return {
        "file": options.file,
        "checks": list(verified.checks),
        "statement": verified.statement(),
        "signed_by": verified.signature.fingerprint if verified.signature else "",
        "certificate": verified.certificate,
    }


def show(answer: dict[str, Any]) -> str:
    """Every check, and the claim."""
    return "\n".join([*(f"ok: {check}" for check in answer["checks"]), answer["statement"]])
