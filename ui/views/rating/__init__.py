"""A person's own rating of one iteration, blind to what the machine thinks of it."""
