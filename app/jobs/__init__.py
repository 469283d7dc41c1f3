"""Runs that wait for their turn, one after another, in a thread of their own."""
