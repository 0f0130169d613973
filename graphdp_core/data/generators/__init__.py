"""Random graph models, one file a family."""
