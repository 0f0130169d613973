"""Compare: two releases beside the truth."""
