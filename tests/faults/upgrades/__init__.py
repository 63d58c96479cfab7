"""Offices of earlier versions, a file each: what every later version has to upgrade."""

from pathlib import Path

OFFICES = sorted(Path(__file__).parent.glob("office-*.json.xz"))
