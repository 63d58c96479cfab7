"""What monitoring programs ask: whether the site is alive and ready, and its figures."""
