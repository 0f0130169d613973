"""The replays that are kept, as a table of proofs.md.

Usage: python docs/replays.py prints it.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.trust.evidence import evidence

BEGIN, END = "<!-- replays: begin -->", "<!-- replays: end -->"
"""Between these lines the document holds the table."""


def replay_table() -> str:
    """A row for each proved mechanism: pairs, its steps with what they lost, and the finding."""
    rows = [
        "| mechanism | pairs | steps: lost of share of ε = 1 | largest loss | planted and seen |",
        "|---|---:|---|---:|---|",
    ]
    for kind in MECHANISMS:
        kept = evidence(kind.id)
        if kept is None or kept.audit.replay is None or kept.audit.replay.is_outside:
            continue
        replay = kept.audit.replay
        steps = "; ".join(f"{of} {spent:.3g} of {share:.3g}" for of, share, spent in replay.steps)
        end = replay.statement.rpartition("claim. ")[2]
        seen = end.removeprefix("Noise for an ε that is ").partition(" larger")[0]
        rows.append(
            f"| `{kind.id}` | {replay.pairs:,} | {steps} | {replay.share:.2%} | "
            f"{seen if seen != end else 'no'} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    sys.stdout.write(f"{replay_table()}\n")
