"""OHH, the Open Hand History format: reader and writer."""
