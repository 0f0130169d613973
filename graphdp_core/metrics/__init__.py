"""Utility metrics, one file per kind of result; all compare with the truth, so none is private."""

from graphdp_core.metrics.metric import Metric, Yardstick

__all__ = ["Metric", "Yardstick"]
