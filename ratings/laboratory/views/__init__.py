"""Pages of the laboratory: the desk of rating commissions, trials and players for everybody."""
