"""What the pages share: state, sidebar, widgets and the layout of a page."""
