"""Enumerations and processes."""

# Typographic dashes and signs are what this module reads.

import re
from collections.abc import Sequence

from pipeline.agents.offline.reading.model import Enumeration, Process, Sentence
from pipeline.agents.offline.reading.steps import (
    PROCESS_RE,
    make_step,
    read_sequence_processes,
    sentence_before,
)
from pipeline.schema.base import Value

_CYCLE_RE = re.compile(
    r"\b(?:repeats?|repeated|loop|cycle|iterates?|until convergence|and so on|back to|"
    r"starts? over)\b",
    re.IGNORECASE,
)
_LETTERED_RE = re.compile(r"(?:(?<=\s)|^)\((i{1,3}|iv|vi{0,3}|ix|x|[a-h]|[1-9])\)\s+")
_COLON_LIST_RE = re.compile(r"^(.*?(?::|\bnamely|\bsuch as|\bincluding|\bincludes?))\s+(.+)$")
_VERB_LIST_RE = re.compile(
    r"^(.*?\b(?:consists? of|comprises?|contains?|combines?|distinguish(?:es)?|composed of|"
    r"made (?:up )?of|divided into|split into|falls? into|are called))\s+(.+)$"
)
_COUNT_RE = re.compile(
    r"\b(?:two|three|four|five|six|seven|several|following)\s+(?:\S+\s){0,2}?\S+s"
    r"(?=\s*[:—]|,?\s+namely|\s+are\b)",
    re.IGNORECASE,
)
_ANNOUNCE_RE = re.compile(
    r"\b(?:following|as follows|two|three|four|five|six|seven|eight|nine|ten|several|these)\b",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_SPOKEN_RE = re.compile(r"(?:the\s+)?first", re.IGNORECASE)
_ITEM_WORDS = 12


class ListItem(Value):
    """A Markdown list item: its marker, indentation, text and sentence indices."""

    marker: str
    depth: int
    text: str
    paragraph: int
    sentences: tuple[int, ...]


def read_enumerations(
    sentences: Sequence[Sentence], items: Sequence[ListItem]
) -> tuple[Enumeration, ...]:
    """Every enumeration, Markdown lists and those inside sentences, in order."""
    found = [*_markdown_lists(sentences, items), *_ordinal_runs(sentences)]
    for sentence in sentences:
        made = _lettered(sentence) or _comma_list(sentence)
        if made is not None:
            found.append(made)
    return tuple(sorted(found, key=lambda made: made.sentences[0] if made.sentences else 0))


def read_processes(
    sentences: Sequence[Sentence], enumerations: Sequence[Enumeration]
) -> tuple[Process, ...]:
    """Ordered steps: from lists that read as procedures, sequence words and arrows."""
    found: list[tuple[int, Process]] = []
    for enumeration in enumerations:
        announced = bool(PROCESS_RE.search(enumeration.intro))
        first = enumeration.sentences[0] if enumeration.sentences else 0
        # "First, .. Second, .." lists reasons as often as steps, so it must be announced
        spoken = bool(_SPOKEN_RE.match(sentences[first].text)) if sentences else False
        numbered = enumeration.ordered and not spoken
        if len(enumeration.items) >= 3 and (announced or numbered):
            found.append((first, _process_of(enumeration, first)))
    found.extend(read_sequence_processes(sentences))
    found.sort(key=lambda pair: pair[0])
    return tuple(process for _, process in _without_repeats(found))


def _process_of(enumeration: Enumeration, first: int) -> Process:
    own = enumeration.sentences
    spread = len(own) >= len(enumeration.items)
    steps = [
        make_step(item, own[at] if spread else first) for at, item in enumerate(enumeration.items)
    ]
    text = " ".join((enumeration.intro, *enumeration.items[-1:]))
    return Process(intro=enumeration.intro, steps=tuple(steps), cycle=bool(_CYCLE_RE.search(text)))


def _without_repeats(found: list[tuple[int, Process]]) -> list[tuple[int, Process]]:
    """Where two readings share their sentences, the one with more steps stays."""
    kept: list[tuple[int, Process]] = []
    for first, process in found:
        own = {step.sentence for step in process.steps}
        for at, (_, other) in enumerate(kept):
            if own & {step.sentence for step in other.steps}:
                if len(process.steps) > len(other.steps):
                    kept[at] = (first, process)
                break
        else:
            kept.append((first, process))
    return kept


def _markdown_lists(sentences: Sequence[Sentence], items: Sequence[ListItem]) -> list[Enumeration]:
    groups: list[list[ListItem]] = []
    for item in items:
        same = groups and item.paragraph - groups[-1][-1].paragraph == 1
        if same and item.depth <= groups[-1][0].depth + 1:
            groups[-1].append(item)
        elif same and item.depth > groups[-1][0].depth + 1:
            groups[-1][-1] = item_with(groups[-1][-1], item)
        else:
            groups.append([item])
    found: list[Enumeration] = []
    for group in groups:
        if len(group) < 2:
            continue
        first = min((item.sentences[0] for item in group if item.sentences), default=0)
        intro = sentences[first - 1].text if first > 0 else ""
        found.append(
            Enumeration(
                intro=intro.rstrip(" :") if _announces(intro) else "",
                items=tuple(item.text.rstrip(" ;,") for item in group),
                ordered=bool(re.match(r"\(?\d", group[0].marker)),
                sentences=tuple(item.sentences[0] for item in group if item.sentences),
            )
        )
    return found


def _announces(intro: str) -> bool:
    """Whether the sentence before a list introduces it."""
    return intro.endswith(":") or bool(_ANNOUNCE_RE.search(intro) and len(intro) < 200)


def item_with(parent: ListItem, child: ListItem) -> ListItem:
    """A nested item belongs to its parent: only its place counts, so that the list goes on."""
    return parent.model_copy(update={"paragraph": child.paragraph})


def _ordinal_runs(sentences: Sequence[Sentence]) -> list[Enumeration]:
    """Neighbouring sentences that open with first, second, third."""
    found: list[Enumeration] = []
    run: list[Sentence] = []
    for sentence in [*sentences, None]:
        opens = re.match(r"(?:the\s+)?(\w+?)(?:ly)?\b", sentence.text.lower()) if sentence else None
        word = opens.group(1) if opens else ""
        if sentence and len(run) < len(_ORDINALS) and word == _ORDINALS[len(run)]:
            run.append(sentence)
            continue
        if sentence and run and word in {"finally", "last", "final"}:
            run.append(sentence)
        if len(run) >= 2:
            first = run[0].index
            intro = sentence_before(sentences, first)
            texts = tuple(_strip_ordinal(one.text) for one in run)
            found.append(
                Enumeration(
                    intro=intro,
                    items=texts,
                    ordered=True,
                    sentences=tuple(one.index for one in run),
                )
            )
        run = [sentence] if sentence and word == "first" else []
    return found


def _strip_ordinal(text: str) -> str:
    bare = re.sub(
        r"^(?:first|second|third|fourth|fifth|sixth|final|last)(?:ly)?,?\s+", "", text, flags=re.I
    )
    return bare[:1].upper() + bare[1:]


def _lettered(sentence: Sentence) -> Enumeration | None:
    """`(i) .. (ii) ..` inside one sentence."""
    marks = list(_LETTERED_RE.finditer(sentence.text))
    if len(marks) < 2 or marks[0].group(1) not in {"i", "a", "1"}:
        return None
    bounds = [mark.start() for mark in marks[1:]] + [len(sentence.text)]
    items = tuple(
        re.sub(r"[,;]?\s*(?:and|or)?\s*$", "", sentence.text[mark.end() : end]).rstrip(" .,;")
        for mark, end in zip(marks, bounds, strict=True)
    )
    if not all(items):
        return None
    return Enumeration(
        intro=sentence.text[: marks[0].start()].rstrip(" :,"),
        items=items,
        ordered=marks[0].group(1) in {"1", "i"},
        sentences=(sentence.index,),
    )


def _comma_list(sentence: Sentence) -> Enumeration | None:
    """`.. consists of A, B and C`, `.. namely A, B, C`, `three parts: A, B, and C`."""
    for pattern in (_COLON_LIST_RE, _VERB_LIST_RE):
        found = pattern.match(sentence.text)
        if found is None:
            continue
        items = _parallel(found.group(2))
        if items is not None:
            intro = found.group(1).rstrip(" :")
            return Enumeration(intro=intro, items=items, sentences=(sentence.index,))
    counted = _COUNT_RE.search(sentence.text)
    if counted and (items := _parallel(sentence.text[counted.end() :].lstrip(" ,:–—"))):
        return Enumeration(
            intro=sentence.text[: counted.end()], items=items, sentences=(sentence.index,)
        )
    return None


def _parallel(text: str) -> tuple[str, ...] | None:
    """The items of `A, B and C`, or None when the text is not such a list."""
    text = text.strip().rstrip(".!?;:")
    mark = ";" if text.count(";") >= 2 else ","
    parts = [part.strip() for part in _split_outside(text, mark)]
    last = parts[-1]
    if re.match(r"(?:and|or)\s+", last):
        parts[-1] = re.sub(r"^(?:and|or)\s+", "", last)
    elif joint := re.match(r"^(.+?)\s+(?:and|or)\s+(.+)$", last):
        parts[-1:] = [joint.group(1), joint.group(2)]
    else:
        return None
    if not 3 <= len(parts) <= 12:
        return None
    if any(not part or len(part.split()) > _ITEM_WORDS for part in parts):
        return None
    if sum(bool(re.match(r"\D{0,2}\d", part)) for part in parts) >= 2:
        return None  # measured numbers, not names
    if any(re.match(r"(?:which|where|but|so|while|who|whose|because)\b", part) for part in parts):
        return None
    return tuple(parts)


def _split_outside(text: str, mark: str) -> list[str]:
    """Split at `mark` outside of brackets and dollar signs."""
    parts, depth, math, start = [], 0, False, 0
    for at, letter in enumerate(text):
        if letter == "$":
            math = not math
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth = max(0, depth - 1)
        elif letter == mark and not depth and not math and not text[at + 1 : at + 2].isdigit():
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return parts
