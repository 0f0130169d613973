"""Charts that move with epsilon: a neutral record and what is sent to the browser."""
