"""Offices of earlier versions, a file each: what every later version has to upgrade."""
