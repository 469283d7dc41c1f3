"""The LaTeX check: does TeX accept the strings that a program hands to it?

Nothing is run and Manim is not imported. From a program to its findings:

- `sinks`: where strings become TeX; `values`: what the strings are and where they stand.
- `template`: what the program adds to the template; `known`: what the template defines (a list of
  names that `survey` asked the real TeX for).
- `compose`: what Manim makes of the strings; `reading`: what TeX drops, and pylatexenc's tree.
- `walk`: reads the tree as TeX would; `examine`: all faults of one expression; `advice`.
- `controls`: escapes of Python where a command was meant; `markup`: Pango markup.
- `check`: the findings, their lines and their edits.
"""

from pipeline.checks.latex.check import check_latex

__all__ = ["check_latex"]
