"""Figures: pure functions from results and a theme to charts, picked by the result's kind."""
