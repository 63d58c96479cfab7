"""Lists of other offices (FFG, EGD, FIDE): read, compared with the register, imported."""
