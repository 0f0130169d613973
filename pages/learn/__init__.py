"""Lessons and what stands behind them."""
