"""Having the cast plan a card of a storyboard anew, beside those that a person keeps."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pydantic import ValidationError

from app.editing.cards import Card, CardsError, storyboard_of
from app.editing.storyboard import PATIENCE
from app.paths import DataPaths
from app.run_plan import plan_of_run
from app.runs import load_manifest, load_task, locked
from app.studio import make_cast
from app.texts import tr
from pipeline.agents.protocols import NoOtherSceneError, Storyboarder
from pipeline.loop.pause import Pause
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder, write_atomically
from pipeline.run.journal import Journal, RunDamagedError
from pipeline.run.manifest import utc_now
from pipeline.schema.base import Value
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

OFFERS = "storyboard.offers.json"
REMEMBERED = 24
"""Offers that are not made again; older ones may be."""


class Offer(Value):
    """A scene that was offered for a card; `writer` is who planned it, `at` is UTC."""

    spec: SceneSpec
    writer: str
    at: str


class Offers(Value):
    """What was offered for the storyboard of a run so far, oldest first."""

    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True)
class Regenerated:
    """New cards; `unchanged` says of a place why its card is still the old one."""

    cards: tuple[Card, ...]
    unchanged: dict[int, str]


def regenerate(
    folder: RunFolder,
    paths: DataPaths,
    cards: Sequence[Card],
    place: int,
    cancel: CancelToken,
) -> Card:
    """Another card for a place; nothing is saved by it. Asks the model of the run's profile, if it
    has one: the call counts in the run's cost and is held to its budget.

    Args:
        cards: the storyboard as it is on screen, saved or not. Their texts stay as they are.
        place: from 0; the number of cards asks for one more at the end. A card there that is not
            filled in yet is left out of account.

    Raises:
        NoOtherSceneError: the section offers no scene that the cards do not tell, or none that was
            not offered before.
        CardsError: the other cards are not fit to be saved.
        PausedError, ModelError, CancelledError: from the model; no card was changed.
        StudioError, RunDamagedError: the run is at work, its profile is missing, or it cannot be
            read.
    """
    with _opened(folder, paths, cancel) as finder:
        return finder.find(cards, place)


def regenerate_unlocked(
    folder: RunFolder, paths: DataPaths, cards: Sequence[Card], cancel: CancelToken
) -> Regenerated:
    """Another card for every place whose card is not locked, where the section offers one.

    Raises as `regenerate` does, but for `NoOtherSceneError`.
    """
    unchanged: dict[int, str] = {}
    new = list(cards)
    with _opened(folder, paths, cancel) as finder:
        for place, card in enumerate(cards):
            if card.locked:
                continue
            try:
                new[place] = finder.find(new, place)
            except NoOtherSceneError as error:
                unchanged[place] = str(error)
            else:
                finder.replaced.append(card)
    return Regenerated(tuple(new), unchanged)


class _Finder:
    """Asks the storyboarder of a run and remembers what it offered."""

    def __init__(
        self,
        folder: RunFolder,
        task: Task,
        storyboarder: Storyboarder,
        writer: str,
        cancel: CancelToken,
    ) -> None:
        self._path = folder.file(OFFERS)
        self._task = task
        self._storyboarder = storyboarder
        self._writer = writer
        self._cancel = cancel
        self.replaced: list[Card] = []

    def find(self, cards: Sequence[Card], place: int) -> Card:
        """See `regenerate`."""
        shown = list(cards)
        if place < len(shown) and not _is_filled(shown[place]):
            del shown[place]
            place = len(shown)
        board = storyboard_of(shown)
        claims = {spec.claim for spec in board.scenes}
        offers = self._offers().offers
        known = [offer.spec for offer in offers if offer.spec.claim not in claims]
        known += [card.spec for card in self.replaced]
        with Pause().asking(self._cancel):
            spec = self._storyboarder.another(self._task, board, place, tuple(known))
        offer = Offer(spec=spec, writer=self._writer, at=utc_now())
        kept = Offers(offers=(*offers, offer)[-REMEMBERED:])
        write_atomically(self._path, kept.model_dump_json(indent=1).encode())
        return Card.of(spec)

    def _offers(self) -> Offers:
        if not self._path.exists():
            return Offers()
        try:
            return Offers.model_validate_json(self._path.read_bytes())
        except (OSError, ValidationError) as error:
            raise RunDamagedError(
                tr("{path} cannot be read ({name}); it can be deleted").format(
                    path=self._path, name=type(error).__name__
                )
            ) from error


def _is_filled(card: Card) -> bool:
    try:
        return bool(card.spec)
    except CardsError:
        return False


@contextmanager
def _opened(folder: RunFolder, paths: DataPaths, cancel: CancelToken) -> Iterator[_Finder]:
    """The run's storyboarder, ready to be asked, with the run kept from beginning meanwhile."""
    task = load_task(folder)
    with locked(folder, PATIENCE):
        players = make_cast(plan_of_run(load_manifest(folder), task), paths, cancel)
        if players.ledger is not None:
            players.ledger.open(Journal(folder, lambda _: None))
        writer = players.cast.versions.get("Storyboarder", players.cast.name)
        yield _Finder(folder, task, players.cast.storyboarder, writer, cancel)
