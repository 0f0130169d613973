"""Where a guarantee is spent and kept: the ledger, publications, and the evidence on record."""
