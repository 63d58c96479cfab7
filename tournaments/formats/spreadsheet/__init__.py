"""Palmares spreadsheets (CSV)."""
