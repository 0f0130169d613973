"""Explore: one stage with ten views, and what stands below it."""
