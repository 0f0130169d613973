"""Pages that show one graph with and without privacy."""
