"""Steps of a process: short names, sequence words, arrows."""

# Typographic dashes and signs are what this module reads.

import re
from collections.abc import Sequence

from pipeline.agents.offline.reading.model import Process, Sentence, Step
from pipeline.agents.offline.reading.shorten import shorten_phrase
from pipeline.agents.offline.reading.words import is_verb, word_count

_SEQUENCE_RE = re.compile(
    r"^(?:first(?:ly)?|to begin(?: with)?|initially|at the start|in the first step|second(?:ly)?|"
    r"third(?:ly)?|fourth|next|then|after that|afterwards?|after this|subsequently|later|"
    r"in the (?:second|third|next|last|final) step|meanwhile|in turn|finally|lastly|at last|"
    r"in the end|eventually|at the end)\b[,:]?\s+",
    re.IGNORECASE,
)
_OPENING_RE = re.compile(r"^(?:first|to begin|initially|at the start|in the first)", re.IGNORECASE)
_CLOSING_RE = re.compile(
    r"^(?:finally|lastly|at last|in the end|eventually|at the end|in the last)", re.IGNORECASE
)
_INNER_RE = re.compile(
    r"(?:,|;)?\s+(?:and\s+)?(?:then|next|after that|finally|subsequently)[,]?\s+", re.IGNORECASE
)
_ARROW_RE = re.compile(r"\s*(?:→|⟶|⇒|->|-->|=>|\$\\(?:to|rightarrow|longrightarrow)\$)\s*")
_CYCLE_RE = re.compile(r"\b(?:repeats?|repeated|iterates?|starts? over|back to|begins again)\b")
_ORDINAL_RE = re.compile(r"(?:first|second|third|fourth)(?:ly)?\b", re.IGNORECASE)
PROCESS_RE = re.compile(
    r"\b(?:steps?|stages?|phases?|procedure|algorithm|pipeline|workflow|protocol|process|proceeds|"
    r"loop|cycle|recipe)\b",
    re.IGNORECASE,
)
_NAME_WORDS = 6
_WHOLE_WORDS = 7
_SUBJECT_RE = re.compile(r"^(?:we|one|you)\s+(?=[a-z])", re.IGNORECASE)


def make_step(text: str, sentence: int) -> Step:
    """A step with a short name: the part before a colon or dash, else its shortened clause."""
    text = " ".join(text.split()).rstrip(" ;,")
    head = re.match(r"^([^:.]{3,60}?)\s*(?::|\s[—–]|\.(?=\s))\s*\S", text)
    if head and word_count(head.group(1)) <= _NAME_WORDS:
        name = head.group(1)
    else:
        bare = _SEQUENCE_RE.sub("", _SUBJECT_RE.sub("", _SEQUENCE_RE.sub("", text)))
        name = shorten_phrase(bare.rstrip("."), _WHOLE_WORDS)
    name = name.strip()
    return Step(name=(name[:1].upper() + name[1:]) or text[:40], text=text, sentence=sentence)


def read_sequence_processes(sentences: Sequence[Sentence]) -> list[tuple[int, Process]]:
    """Processes told by sequence words or arrows, each with its first sentence's index."""
    found: list[tuple[int, Process]] = []
    run: list[Sentence] = []
    for sentence in sentences:
        if steps := _arrows(sentence) or _inner(sentence):
            found.append((sentence.index, Process(intro="", steps=tuple(steps))))
        opening = bool(_OPENING_RE.match(sentence.text))
        if _SEQUENCE_RE.match(sentence.text) and (run or opening):
            if opening and len(run) > 1:
                _finish(run, sentences, found)
                run = []
            run.append(sentence)
            if _CLOSING_RE.match(sentence.text):
                _finish(run, sentences, found)
                run = []
        elif run and sentence.index - run[-1].index > 1:
            _finish(run, sentences, found)
            run = []
    _finish(run, sentences, found)
    return found


def sentence_before(sentences: Sequence[Sentence], index: int) -> str:
    """The sentence before, when it stands in the same paragraph or ends in a colon."""
    if index < 1:
        return ""
    lead = sentences[index - 1]
    same = lead.paragraph == sentences[index].paragraph
    return lead.text if same or lead.text.endswith(":") else ""


def _finish(
    run: list[Sentence], sentences: Sequence[Sentence], found: list[tuple[int, Process]]
) -> None:
    if len(run) < 3:
        return
    first = run[0].index
    intro = sentence_before(sentences, first)
    counted = all(_ORDINAL_RE.match(one.text) for one in run)
    if counted and not PROCESS_RE.search(intro):
        return  # reasons are counted as often as steps
    steps = tuple(make_step(one.text, one.index) for one in run)
    cycle = bool(_CYCLE_RE.search(run[-1].text.lower()))
    found.append((first, Process(intro=intro, steps=steps, cycle=cycle)))


def _arrows(sentence: Sentence) -> list[Step] | None:
    """`A → B → C`."""
    parts = [part.strip(" .,;:") for part in _ARROW_RE.split(sentence.text)]
    if len(parts) < 3:
        return None
    parts[0] = _after_verb(re.split(r":\s|,\s", parts[0])[-1])
    parts[-1] = re.split(r"[.,;]\s", parts[-1])[0]
    if any(not part or word_count(part) > _NAME_WORDS for part in parts):
        return None
    if any(part[0].isdigit() or part[-1].isdigit() for part in parts[1:-1]):
        return None  # "62.0 → 84.9" is a change, not a step
    return [make_step(part, sentence.index) for part in parts]


def _after_verb(text: str) -> str:
    """What stands after the last verb or preposition: `Data flows through A` names `A`."""
    words = text.split()
    for at in range(len(words) - 1, -1, -1):
        low = words[at].lower()
        if is_verb(low) or low in {"flows", "through", "from", "along", "via", "as"}:
            return " ".join(words[at + 1 :]) or text
    return text


def _inner(sentence: Sentence) -> list[Step] | None:
    """`First A, then B, and finally C` in one sentence."""
    text = sentence.text
    if not re.search(r"\b(?:first|initially)\b", text, re.IGNORECASE):
        return None
    parts = [part.strip(" .,;") for part in _INNER_RE.split(text)]
    if len(parts) < 3 or any(word_count(part) < 2 for part in parts):
        return None
    return [make_step(part, sentence.index) for part in parts]
