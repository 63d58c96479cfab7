"""Tournaments and games of a person: merged, handed out, erased, named in the journal, registered."""
