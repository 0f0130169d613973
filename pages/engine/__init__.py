"""Work for pages: caches of what was computed, jobs behind the page, waiting."""
