"""FFG TOU."""
