"""What every page uses: session, cache, page skeleton, widgets, sidebar, pair widget."""
