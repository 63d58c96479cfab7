"""Results sent onward: the file of a revision, what was done about it, the board, reminders."""
