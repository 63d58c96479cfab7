"""Half an hour of an office on two machines under a modest load, to find what grows: run by hand."""
