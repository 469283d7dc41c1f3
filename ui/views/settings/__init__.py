"""The Settings room: appearance, defaults of new animations, the loop, models, data, doctor."""
