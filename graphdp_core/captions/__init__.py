"""What stands beside pictures and above tables: facts, promises, names that stay home."""
