"""Graphs as arrays: the graph itself, pair numbers, parts, statistics, layout, forests."""
