"""The board's pictures: small drawings of a result with and without privacy, and their message."""
