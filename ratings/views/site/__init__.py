"""Home page and rules."""
