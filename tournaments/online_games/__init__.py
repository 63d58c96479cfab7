"""Games that come one by one: read, checked, given to their players, stored."""
