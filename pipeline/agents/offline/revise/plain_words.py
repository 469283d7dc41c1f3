"""What a person asks for without a number ("make the title smaller"), said with one.

A step is one that a person notices and can ask for again: 15% of a size, 25% of a gap, a second
of rest. A sentence that says a number itself is left as it is.
"""

import re

from pipeline.agents.offline.advice.words import elements_in

_SMALLER = re.compile(r"\b(?:smaller|too (?:big|large|huge|dominant)|shrink|less big)\b")
_LARGER = re.compile(r"\b(?:larger|bigger|too (?:small|tiny)|enlarge|tiny|unreadable|illegible)\b")
_SLOWER = re.compile(
    r"\b(?:slower|slow down|more slowly|too (?:fast|quick|quickly|hasty|short)|rushed|"
    r"(?:longer|more time|more pauses?)|(?:wait|pause|hold|stay)s? longer)\b"
)
_FASTER = re.compile(r"\b(?:faster|quicker|speed up|too (?:slow|slowly|long)|drags?|boring)\b")
_WIDER = re.compile(
    r"\b(?:further apart|farther apart|more (?:space|room)|too (?:close|tight|crowded)|crowded|"
    r"cramped|spread)\b"
)
_CLOSER = re.compile(r"\b(?:closer|too far apart|less space|tighter)\b")


def in_numbers(request: str) -> str:
    """The request with steps of a stated size for what it asks; as it is where nothing is read.

    A size belongs to the things that the sentence names; without one it says nothing.
    """
    words = request.lower()
    if re.search(r"\d", words):
        return request
    steps = []
    smaller, larger = _SMALLER.search(words), _LARGER.search(words)
    if bool(smaller) != bool(larger):
        sense = "smaller" if smaller else "larger"
        named = dict.fromkeys(mention.what for mention in elements_in(words))
        steps += [f"Make the {element} 15% {sense}" for element in named]
    wider, closer = _WIDER.search(words), _CLOSER.search(words)
    if bool(wider) != bool(closer):
        steps.append(f"Make the gap 25% {'larger' if wider else 'smaller'}")
    slower, faster = _SLOWER.search(words), _FASTER.search(words)
    if bool(slower) != bool(faster):
        steps.append(
            "Hold every step 1 seconds longer" if slower else "Hold every step 0.5 seconds shorter"
        )
    return "; ".join(steps) or request
