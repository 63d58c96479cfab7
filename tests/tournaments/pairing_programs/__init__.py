"""Tests of pairing programs."""
