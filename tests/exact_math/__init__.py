"""Tests of the correctly rounded functions."""
