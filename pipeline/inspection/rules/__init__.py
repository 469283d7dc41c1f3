"""One file per rule; each is a function of the prepared screen that returns findings."""
