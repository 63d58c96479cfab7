"""Facts of rating systems as engines replay them. Pure."""
