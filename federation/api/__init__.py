"""The interface for programs: tokens, errors, what everybody may read, how often."""
