"""Break it: audits, attacks and claims that did not hold."""
