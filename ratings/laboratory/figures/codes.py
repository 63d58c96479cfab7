"""Names of a report's figures in its JSON; pages read them without the kernels. Pure."""

RANKS = (1, 10, 100, 1000)
ALL, ACTIVE, COHORT, NEW = "all", "active", "cohort", "new"
GROUPS = (ALL, ACTIVE, COHORT, NEW)
BETTER, WORSE, NONE, FEW = "better", "worse", "no difference", "too few events"
FIRST, ESTABLISHED = "first", "established"  # ratings counted with the games they took
DRAWS = 1000  # samples of an interval
