"""The cards of a storyboard as a person edits them: free until they are checked to be saved."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from app.errors import ExitCode, StudioError
from app.texts import tr
from app.vocabulary import in_words
from pipeline.agents.scene_names import class_name, is_free
from pipeline.schema.storyboard import SceneSpec, Storyboard

MOST_CARDS = 12
SHORTEST_SECONDS, LONGEST_SECONDS = 3.0, 300.0
LONGEST_TEXT = {"claim": 400, "evidence": 2000, "takeaway": 300}
"""Characters that a scene can be made of, by field."""


@dataclass(frozen=True)
class Card:
    """A scene of the storyboard, perhaps not fit to be saved yet; fields as in `SceneSpec`.

    `locked` keeps a card from being replaced when the others are made anew.
    """

    name: str
    claim: str
    evidence: str
    takeaway: str
    duration_hint: float = 20.0
    locked: bool = False

    @classmethod
    def of(cls, spec: SceneSpec, *, locked: bool = False) -> Self:
        """The card of a scene."""
        return cls(**spec.model_dump(), locked=locked)

    @property
    def spec(self) -> SceneSpec:
        """The scene; raises `CardsError` if it is none."""
        if faults := _faults(0, self):
            raise CardsError(faults)
        return _spec(self)


@dataclass(frozen=True)
class CardFault:
    """What is wrong with a field of a card. `card` counts from 0; -1 is the storyboard itself."""

    card: int
    field: str
    message: str


class CardsError(StudioError):
    """Cards that make no storyboard; `faults` names each, so that it can be shown at its field."""

    def __init__(self, faults: Sequence[CardFault]) -> None:
        self.faults = tuple(faults)
        told = "; ".join(
            tr("card {card}, {field}: {message}").format(
                card=fault.card + 1, field=in_words(fault.field), message=fault.message
            )
            if fault.card >= 0
            else fault.message
            for fault in self.faults
        )
        super().__init__(
            "storyboard",
            tr("The storyboard cannot be kept as it is: {told}.").format(told=told),
            tr("Change what is named, then save again. Nothing was written."),
            ExitCode.WRONG_USE,
        )


def storyboard_of(cards: Sequence[Card]) -> Storyboard:
    """The storyboard that the cards make.

    Raises:
        CardsError: naming everything that is wrong with them.
    """
    faults = [fault for number, card in enumerate(cards) for fault in _faults(number, card)]
    if not cards:
        faults.append(CardFault(-1, "", tr("an animation has at least one scene")))
    if len(cards) > MOST_CARDS:
        faults.append(
            CardFault(
                -1,
                "",
                tr("an animation has at most {most_cards} scenes").format(most_cards=MOST_CARDS),
            )
        )
    names = [card.name for card in cards]
    faults.extend(
        CardFault(
            number, "name", tr("{name!r} is the name of an earlier card as well").format(name=name)
        )
        for number, name in enumerate(names)
        if name in names[:number]
    )
    if faults:
        raise CardsError(faults)
    return Storyboard(scenes=tuple(_spec(card) for card in cards))


def named(wish: str, cards: Sequence[Card], place: int) -> str:
    """A name for the card at `place`, as near to the wish as Python, Manim and the others allow."""
    others = [card.name for number, card in enumerate(cards) if number != place]
    if is_free(wish) and wish not in others:
        return wish
    return class_name(wish, place + 1, others)


def blank(cards: Sequence[Card]) -> Card:
    """A new, empty card, for the end of the storyboard."""
    return Card(named("", cards, len(cards)), claim="", evidence="", takeaway="")


def moved(cards: Sequence[Card], place: int, target: int) -> tuple[Card, ...]:
    """The cards with one taken to another place; places past the ends mean the ends."""
    rest = list(cards)
    card = rest.pop(place)
    rest.insert(max(0, target), card)
    return tuple(rest)


def added(cards: Sequence[Card], place: int, card: Card) -> tuple[Card, ...]:
    """The cards with one more; its name is changed where another card has it."""
    fitted = replace(card, name=named(card.name, cards, len(cards)))
    return (*cards[:place], fitted, *cards[place:])


def removed(cards: Sequence[Card], place: int) -> tuple[Card, ...]:
    """The cards without one of them."""
    return tuple(card for number, card in enumerate(cards) if number != place)


def _faults(number: int, card: Card) -> list[CardFault]:
    faults = []
    if not is_free(card.name):
        nearest = class_name(card.name, number + 1, ())
        faults.append(
            CardFault(
                number,
                "name",
                tr("{name!r} cannot name a scene; {nearest} can").format(
                    name=card.name, nearest=nearest
                ),
            )
        )
    for field, most in LONGEST_TEXT.items():
        text: str = getattr(card, field)
        if not text.strip() and field != "evidence":
            faults.append(CardFault(number, field, tr("it is empty")))
        if len(text) > most:
            faults.append(
                CardFault(
                    number,
                    field,
                    tr("it has {count} characters, at most {most} fit").format(
                        count=len(text), most=most
                    ),
                )
            )
    if not SHORTEST_SECONDS <= card.duration_hint <= LONGEST_SECONDS:
        faults.append(
            CardFault(
                number,
                "duration_hint",
                tr("a scene takes {shortest_seconds:g} to {longest_seconds:g} seconds").format(
                    shortest_seconds=SHORTEST_SECONDS, longest_seconds=LONGEST_SECONDS
                ),
            )
        )
    return faults


def _spec(card: Card) -> SceneSpec:
    return SceneSpec(
        name=card.name,
        claim=card.claim.strip(),
        evidence=card.evidence.strip(),
        takeaway=card.takeaway.strip(),
        duration_hint=card.duration_hint,
    )
