"""Typed replies: one bounded schema per agent, tolerant reading, named faults."""
