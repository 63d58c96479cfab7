"""Tests that run side by side write no file of each other."""

import os
from pathlib import Path

from django.conf import settings


def test_every_worker_has_a_data_folder_of_its_own() -> None:
    assert Path(settings.DATA_DIR).name == os.environ.get("PYTEST_XDIST_WORKER", "alone")
    assert Path(settings.DATA_DIR).is_dir()
