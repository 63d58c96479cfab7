"""Persons and their ratings: merged, handed out, erased, named in the journal."""
