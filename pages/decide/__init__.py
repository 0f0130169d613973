"""Pages that help to choose a mechanism and an epsilon."""
