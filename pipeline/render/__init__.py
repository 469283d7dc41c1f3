"""Rendering programs nobody has vouched for.

To run one render from Python, see `pipeline.render.sandbox`. The parts, outside in:

- `sandbox`: the `Renderer`; job folders, waiting, cancel, `cache` and `intake` of files.
- `link`: starts the fork server with an empty environment and talks to it (`wire`).
- `server`: imports Manim once; forks a `supervise`r per job, which forks the `worker`.
- `worker`: limits and confines itself (`confine`, `audit`), then runs the `stage`.
- `stage`: runs the scene, `take` measures it; `film` writes the video, `stills` picks keyframes,
  `texrun` runs TeX (`texformat`); `failure` and `endings` say what went wrong.
- `isolation`: which layers are active on this machine.
"""

from pipeline.render.isolation import isolation_report
from pipeline.render.sandbox import SandboxRenderer

__all__ = ["SandboxRenderer", "isolation_report"]
