"""The two pictures of a comparison: a neutral record and what is sent to the browser."""
