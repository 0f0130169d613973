"""Every released number with an honest interval, and what cannot be known from a release."""
