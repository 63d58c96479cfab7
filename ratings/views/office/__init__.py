"""Pages of the rating officer."""
