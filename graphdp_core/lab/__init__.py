"""The lab: audits, papers and the benchmark; only its own commands and pages import it."""
