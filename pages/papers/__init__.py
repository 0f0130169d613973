"""Papers: what became of each claim."""
