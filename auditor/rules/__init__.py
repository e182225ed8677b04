"""The models of a rulebook, and how it is loaded, dated and amended."""
