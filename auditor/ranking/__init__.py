"""Which hand beats which, under the order of hands that a rulebook states."""
