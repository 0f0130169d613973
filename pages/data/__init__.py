"""Data: this graph, and others."""
