"""The pages of the app; `frame.py` is the script that the server runs."""
