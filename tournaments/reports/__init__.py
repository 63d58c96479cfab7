"""Records every format reads into: report, outcomes, findings; tie-breaks. Pure."""
