"""The built-in cast: deterministic, without a network or a language model."""
