"""Where a guarantee is put to the test."""
