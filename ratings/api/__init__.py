"""Lists, players, crosstables and rating jobs by the interface for programs."""
