"""Pairing programs as clients: entrants go out to them, rounds come back, the last one becomes a draft."""
