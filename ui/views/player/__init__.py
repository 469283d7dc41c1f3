"""Two iterations of a scene side by side: videos in step, keyframes, comments."""
