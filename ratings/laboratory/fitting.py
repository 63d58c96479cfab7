"""Constants of a system fitted to the games held: read, checked, fitted. Writes nothing; needs scipy."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from importlib.util import find_spec
from json import dumps
from typing import Any

from ratings.laboratory.figures import codes
from ratings.laboratory.figures.fitting import fit, samples
from ratings.laboratory.figures.fitting.constants import choose, rules_with
from ratings.laboratory.figures.fitting.trials import Trials
from ratings.laboratory.simulating import ground_of
from ratings.models import RatingSystem
from ratings.previews.steady import on_one_state
from ratings.rulebook.policy import editions_of
