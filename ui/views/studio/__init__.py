"""The Studio room: a new animation, or a run with its scenes, iterations and reasons."""
