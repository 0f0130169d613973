"""Where a guarantee is stated, priced and sampled."""
