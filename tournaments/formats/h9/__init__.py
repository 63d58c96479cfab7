"""EGF H9."""
