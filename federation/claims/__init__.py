"""Players' claims to their records in the register, proved by a code or decided by the office."""
