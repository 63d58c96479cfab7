"""A player's own door: who holds which record of the register, by a code or by the word of the office."""
