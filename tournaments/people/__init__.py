"""What was played by a person: merged, handed out, erased, named in the journal, registered."""
