"""The register of checks, their binding to a rulebook, their dispatch. It knows no check by name."""
