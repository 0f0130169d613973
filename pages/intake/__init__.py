"""A person's own file, from upload to graph; stands where a graph is missing, on any page."""
