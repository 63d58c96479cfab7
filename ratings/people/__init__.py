"""What a person is worth: merged, handed out, erased, named in the journal."""
