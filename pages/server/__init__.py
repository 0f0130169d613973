"""What answers without a run of a page: routes, headers, the queue of stops."""
