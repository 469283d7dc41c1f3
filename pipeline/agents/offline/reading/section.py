"""Reading a whole section."""

from functools import lru_cache

from pipeline.agents.offline.reading.blocks import Block, BlockKind, split_blocks
from pipeline.agents.offline.reading.cleaning import clean_source
from pipeline.agents.offline.reading.formulas import read_formulas
from pipeline.agents.offline.reading.functions import read_functions
from pipeline.agents.offline.reading.lists import ListItem, read_enumerations, read_processes
from pipeline.agents.offline.reading.maths import Masked, mask_math
from pipeline.agents.offline.reading.model import Formula, Section, Sentence, Table
from pipeline.agents.offline.reading.quantities import read_quantities
from pipeline.agents.offline.reading.relations import (
    read_comparisons,
    read_events,
    read_symbol_notes,
)
from pipeline.agents.offline.reading.sentences import split_sentences
from pipeline.agents.offline.reading.series import read_series


@lru_cache(maxsize=64)
def read_section(text: str) -> Section:
    """Everything the offline cast understands of `text`. Never raises for any string.

    The readings of the last texts are kept: every agent reads the same section again.
    """
    masked = mask_math(clean_source(text))
    blocks = split_blocks(masked.text)
    headings = tuple(masked.unmask(b.text) for b in blocks if b.kind is BlockKind.HEADING)
    sentences, hidden, items = _sentences(blocks, masked)
    formulas: list[Formula] = []
    for sentence, words in zip(sentences, hidden, strict=True):
        formulas.extend(read_formulas(words, sentence.index, masked))
    tables = _tables(blocks, masked)
    quantities = read_quantities(sentences)
    enumerations = read_enumerations(sentences, items)
    return Section(
        title=headings[0] if headings else "",
        headings=headings,
        sentences=tuple(sentences),
        formulas=tuple(formulas),
        quantities=quantities,
        series=read_series(quantities, sentences, tables),
        enumerations=enumerations,
        processes=read_processes(sentences, enumerations),
        events=read_events(sentences),
        comparisons=read_comparisons(sentences),
        symbols=read_symbol_notes(sentences),
        tables=tables,
        functions=read_functions(formulas),
    )


def _sentences(
    blocks: tuple[Block, ...], masked: Masked
) -> tuple[list[Sentence], list[str], list[ListItem]]:
    """The sentences, the same with math hidden, and the list items with their sentences."""
    sentences: list[Sentence] = []
    hidden: list[str] = []
    items: list[ListItem] = []
    for paragraph, block in enumerate(blocks):
        if block.kind not in {BlockKind.PARAGRAPH, BlockKind.ITEM}:
            continue
        first = len(sentences)
        for words in split_sentences(block.text, masked):
            hidden.append(words)
            sentences.append(
                Sentence(
                    index=len(sentences),
                    paragraph=paragraph,
                    text=masked.unmask(words),
                    item=block.kind is BlockKind.ITEM,
                )
            )
        if block.kind is BlockKind.ITEM:
            items.append(
                ListItem(
                    marker=block.marker,
                    depth=block.depth,
                    text=masked.unmask(block.text),
                    paragraph=paragraph,
                    sentences=tuple(range(first, len(sentences))),
                )
            )
    return sentences, hidden, items


def _tables(blocks: tuple[Block, ...], masked: Masked) -> tuple[Table, ...]:
    tables: list[Table] = []
    for paragraph, block in enumerate(blocks):
        if block.kind is not BlockKind.TABLE or len(block.rows) < 2:
            continue
        width = len(block.rows[0])
        rows = [
            tuple(masked.unmask(cell) for cell in (*row, *[""] * width)[:width])
            for row in block.rows
        ]
        tables.append(Table(header=rows[0], rows=tuple(rows[1:]), paragraph=paragraph))
    return tuple(tables)
