"""The command line over the same functions that a script calls."""
