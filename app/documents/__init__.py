"""Opening a document for the window: PDF, TeX, Markdown and plain text become sections to pick.

- `opening.open_document(path) -> Document`: kind, title, sections with their text, notes.
- `opening.page_text(path, first, last) -> PageText`: the text of some pages of a PDF.
- `model`: what the two give back.

Errors are `IntakeError`. A PDF is read in a child process (`pdf_child`), so that a document that
crashes or holds up the PDF library costs no more than a sentence.
"""
