"""Who the entrants are: matches proposed, decided and declined, numbers that are somebody else's."""
