"""Baseline and private, paired: one comparison, repeats, sweeps, scenarios."""
