"""Web pages that work from a disk: their frame, colours, and the joined scripts under `assets`."""
