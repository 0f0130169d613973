"""What every graph file shares: limits, raw graphs and their cleaning, side files, writers."""
