"""What one slip of the pen in a table log explains: a line left out, written twice, or interchanged with the next."""
