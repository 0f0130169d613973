"""Pages about the graph in use and the graphs there are."""
