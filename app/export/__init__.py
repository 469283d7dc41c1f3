"""Exports of a run or of one of its scenes: videos, pictures, programs, a report, a bundle.

- `exporting.export(request, progress, cancel, paths) -> list[Path]`: does it.
- `request.ExportRequest`: what is asked for; `request.ExportProgress`: how far it is.
- `naming.NamesTakenError`: files that are there already; ask, then set `overwrite`.

Everything is made in a working folder beside the target and put in place at the end, so that a
cancelled or failed export leaves nothing.
"""
