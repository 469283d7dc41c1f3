"""Commands that need the window's package: named by whoever starts the program.

This layer does not know that package, so it is told where its modules are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class WindowCommands:
    """Modules by the name of a command or benchmark; both have the usual `run`."""

    commands: Mapping[str, str] = field(default_factory=dict)
    benchmarks: Mapping[str, str] = field(default_factory=dict)
