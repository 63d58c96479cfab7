"""A report as rows and back: revision, entries, games; inspected again, exported."""
