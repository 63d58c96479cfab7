"""Ratings as SVG: rows in, drawing out. Pure."""
