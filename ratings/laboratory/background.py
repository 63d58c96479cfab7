"""Background work of the laboratory: what the clock starts and when, and what pages call jobs. Pure.

Names of tasks and kinds of jobs are stored, in queues and in rows; they never change.
"""

from federation.jobs.schedule import HOUR, every
from federation.vocabulary.messages import gettext_noop

SCHEDULE = {
    # The health of the pool of whatever list was published since; two queries a system where none was.
    "examine-pools": every(HOUR, "ratings.tasks.examine_pools"),
    # Variants on trial of whatever was recalculated since; a query for each trial where nothing was.
    "compute-trials": every(HOUR, "ratings.tasks.compute_trials"),
}
NAMES = {
    "ratings.simulate": gettext_noop("Simulation of other rules"),
    "ratings.whole_history": gettext_noop("Whole-history comparison"),
    "ratings.pool_health": gettext_noop("Health of the pool"),
}
