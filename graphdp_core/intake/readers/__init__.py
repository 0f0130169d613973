"""One file for each format and each shape of a table; `formats` lists them."""
