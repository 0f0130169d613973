"""Replay: the privacy loss of every draw of a release, computed beside a neighbour."""

from graphdp_core.lab.audits.replay.auditor import Replayed, replay_audit
from graphdp_core.lab.audits.replay.tape import Record, Replay, Step, recorded, replayed

__all__ = ["Record", "Replay", "Replayed", "Step", "recorded", "replay_audit", "replayed"]
