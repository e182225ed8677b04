"""What one slip of the pen explains: a line left out, written twice or interchanged with the next, a name misspelt."""
