"""Privacy: display of players, and the personal data stored of them."""
