"""What a visitor's session holds, and how the address says it."""
