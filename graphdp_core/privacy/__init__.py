"""Where a promise is stated, priced and sampled."""
