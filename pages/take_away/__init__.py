"""The menu that hands out pictures, numbers, notebooks and reports; it hangs on every page."""
