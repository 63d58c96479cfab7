"""How players are shown, and what is known of a person."""
