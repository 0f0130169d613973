"""Release: make one, check one, or open one that was given."""
