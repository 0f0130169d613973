"""Where a guarantee is put to the test: audits, attacks, replays, and claims that did not hold."""
