"""The benchmark of synthetic graphs: methods over graphs and epsilons, by fifteen queries."""
