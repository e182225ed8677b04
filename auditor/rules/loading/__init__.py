"""From files to the rulebook in force on a day: reading, merging, amending, dating."""
