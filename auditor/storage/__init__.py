"""Files that come with the package, and the private disk cache of what is costly to make."""
