"""Calculators of possible results: fields of a form to a rating job and back."""
