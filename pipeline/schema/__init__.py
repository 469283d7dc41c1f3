"""Typed values of the domain: what the loop, the agents, the checks and the views speak about."""
