"""Where a promise is tried."""
