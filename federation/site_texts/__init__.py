"""The texts of the office on public pages: which there are, what they say at first, how they are written."""
