"""The Storyboarder of the built-in cast: `OfflineStoryboarder().storyboard(task, max_scenes)`."""

from pipeline.agents.offline.storyboard.storyboarder import OfflineStoryboarder

__all__ = ["OfflineStoryboarder"]
