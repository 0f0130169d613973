"""Explore: one stage with eight views, and what stands below it."""
