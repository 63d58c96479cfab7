"""OpenGotha XML."""
