"""The text that carries a scene's claim, kept as Markdown so that it can be read again."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from pipeline.agents.offline.reading import Section, Table, word_count
from pipeline.agents.offline.storyboard.anchors import LISTED, Anchor

EVIDENCE_WORDS = 48
_LIST_WORDS = 60
_MOST_ITEMS = 8
_NUMBER = re.compile(r"\d[\d.,]*")


def choose_evidence(
    section: Section,
    indices: range,
    main: Anchor | None,
    others: Sequence[Anchor],
    excluded: Collection[int],
) -> tuple[int, ...]:
    """Sentences of the part, in order: the main anchor's, then lesser ones while words are left.

    `excluded` are the claim and the takeaway, which stand on screen anyway; they are taken only
    when the main anchor is in them. Lists are taken whole or not at all.
    """
    chosen: set[int] = set(main.sentences[: _MOST_ITEMS + 1]) if main else set()
    listed = main is not None and main.kind in LISTED
    budget = _LIST_WORDS if listed else EVIDENCE_WORDS
    whole = {i for a in others if a.kind in LISTED for i in (*a.sentences, a.lead)}
    ranked = sorted(others, key=lambda anchor: -anchor.weight)
    singles = [(index,) for index in indices if index not in whole]
    for group in (*(anchor.sentences for anchor in ranked), *singles):
        fresh = [index for index in group if index not in chosen]
        if not fresh or any(index in excluded or index not in indices for index in fresh):
            continue
        if any(index in whole for index in fresh) and len(group) == 1:
            continue
        words = sum(_time(section.sentences[index].text) for index in (*chosen, *fresh))
        if words <= budget or not chosen:
            chosen.update(fresh)
    return tuple(sorted(chosen))


def _time(text: str) -> int:
    """What a sentence takes of a scene, in words; a number is said in more words than it is."""
    return word_count(text) + len(_NUMBER.findall(text))


def write_evidence(
    section: Section,
    chosen: Sequence[int],
    tables: Iterable[Table] = (),
    rewritten: Mapping[int, str] | None = None,
) -> str:
    """The sentences as Markdown: paragraphs apart, list items on lines of their own, tables last.

    Formulas stay between their dollar signs. `rewritten` gives other words for single sentences.
    """
    lines: list[str] = []
    paragraph, number = -1, 0
    ordered = {i for made in section.enumerations if made.ordered for i in made.sentences}
    for index in chosen:
        sentence = section.sentences[index]
        text = (rewritten or {}).get(index, sentence.text)
        if sentence.paragraph == paragraph and lines:
            lines[-1] += f" {text}"
        elif sentence.item:
            number = number + 1 if index in ordered else 0
            lines.append(f"{number}. {text}" if number else f"- {text}")
        else:
            number = 0
            lines.extend(["", text] if lines else [text])
        paragraph = sentence.paragraph
    for table in tables:
        lines.extend(["", *_table_lines(table)])
    return "\n".join(lines).strip()


def _table_lines(table: Table) -> list[str]:
    rows = [table.header, tuple("---" for _ in table.header), *table.rows[:_MOST_ITEMS]]
    return [f"| {' | '.join(row)} |" for row in rows]
