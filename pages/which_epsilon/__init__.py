"""Which epsilon?: what is good enough, and the least epsilon that reaches it."""
