"""What several formats are read and written with."""
