"""The model cast of a run: profile, endpoint, ledger, agents. Nothing else imports its agents."""

from dataclasses import dataclass

from app.errors import wrong_use
from app.paths import DataPaths
from app.players import Players
from app.profiles.opening import open_chat
from app.profiles.store import ProfileStore
from app.texts import tr
from pipeline.agents.model.cast import model_cast
from pipeline.agents.model.limits import TokenLimits
from pipeline.agents.model.replies.faults import ReplyNote
from pipeline.agents.protocols import Cast
from pipeline.models.budget import Budget
from pipeline.models.by_role import ChatByRole
from pipeline.models.endpoint import AttemptReport
from pipeline.models.ledger import Ledger
from pipeline.models.port import Chat, Role
from pipeline.models.profile import ModelChoice, Price, Profile
from pipeline.models.wire import warm_up
from pipeline.presets import needs_reviewer_profile
from pipeline.render_port import CancelToken
from pipeline.run.manifest import ModelUse
from pipeline.settings import RunSettings


@dataclass(frozen=True)
class Profiles:
    """The profile of a run, and that of its reviewer where it is another one."""

    main: Profile
    reviewer: Profile | None = None

    @property
    def vision(self) -> ModelChoice | None:
        """The model that sees; None where the measured review stands in for it."""
        return (self.reviewer or self.main).vision

    @property
    def prices(self) -> dict[Role, Price]:
        """Prices by role, of the models that have one in the main profile's currency."""
        choices: dict[Role, ModelChoice | None] = {"text": self.main.text}
        if self.reviewer is None or self.reviewer.currency == self.main.currency:
            choices["vision"] = self.vision
        return {role: c.price for role, c in choices.items() if c is not None and c.price}


def load_profiles(
    paths: DataPaths, settings: RunSettings, profile: str, reviewer_profile: str
) -> Profiles:
    """The profiles of a run; asks for no key and makes no request.

    An unnamed profile is the only one there is.

    Raises:
        StudioError: a profile is missing, sees nothing where it has to, or has no price for a
            budget in money.
    """
    store = ProfileStore(paths)
    known = store.all()
    if not profile and len(known) == 1:
        profile = known[0].name
    if not profile:
        names = ", ".join(one.name for one in known)
        raise wrong_use(
            tr("The model cast needs a profile that says which models play it."),
            tr("Add --profile NAME; there are: {names}.").format(names=names)
            if names
            else tr(
                "Make one first: ./run profile add NAME --preset ... (see ./run profile add -h)"
            ),
            kind="profile_missing",
        )
    main = store.get(profile)
    reviewer = store.get(reviewer_profile) if reviewer_profile else None
    if reviewer is not None and reviewer.vision is None:
        raise wrong_use(
            tr("Profile {name} names no vision model, so it cannot review.").format(
                name=reviewer.name
            ),
            tr("Name another --reviewer-profile."),
            kind="no_vision_model",
        )
    if reviewer is None and needs_reviewer_profile(settings):
        raise wrong_use(
            tr("Preset weak-reviewer has a model of another profile review."),
            tr("Add --reviewer-profile NAME."),
        )
    profiles = Profiles(main, reviewer)
    _require_prices(profiles, settings)
    return profiles


def _require_prices(profiles: Profiles, settings: RunSettings) -> None:
    if settings.budget_money is None:
        return
    roles: list[Role] = ["text"] if profiles.vision is None else ["text", "vision"]
    missing = [role for role in roles if role not in profiles.prices]
    if missing:
        raise wrong_use(
            tr("--budget-money: no price in {currency} is known for the {missing} model.").format(
                currency=profiles.main.currency, missing=missing[0]
            ),
            tr(
                "Give the profile its prices (./run profile add --replace), or use --budget-tokens."
            ),
        )


def open_model_cast(
    paths: DataPaths, settings: RunSettings, profiles: Profiles, cancel: CancelToken
) -> Players:
    """Profile, endpoint, ledger and agents put together; no request is made yet.

    Raises:
        StudioError: a key is not where its profile says.
        PromptError: a prompt file is damaged.
    """
    warm_up()
    ledgers: list[Ledger] = []

    def report(attempt: AttemptReport) -> None:
        if attempt.outcome != "ok" and ledgers:
            ledgers[0].attempt_lost(attempt.tokens, last=attempt.outcome == "cancelled")

    chat: Chat
    chat, main = open_chat(paths, profiles.main.name, cancel, report)
    if profiles.reviewer is not None:
        reviewing, _ = open_chat(paths, profiles.reviewer.name, cancel, report)
        chat = ChatByRole({"text": chat, "vision": reviewing})
    budget = Budget(settings.budget_tokens, settings.budget_money)
    ledger = Ledger(chat, cancel, profiles.prices, budget)
    ledgers.append(ledger)

    def log(note: ReplyNote) -> None:
        ledger.comment(note.agent, note.kind, note.message, note.again)

    cast = model_cast(
        ledger,
        measured_reviewer=profiles.vision is None,
        rationale_only=not settings.code_excerpt,
        limits=TokenLimits(reasoning=main.limits.reasoning),
        log=log,
    )
    return Players(cast, ledger, _use(profiles, ledger, cast))


def _use(profiles: Profiles, chat: Chat, cast: Cast) -> ModelUse:
    main = profiles.main
    return ModelUse(
        profile=main.name,
        reviewer_profile=profiles.reviewer.name if profiles.reviewer else "",
        text=chat.identity("text"),
        vision=chat.identity("vision") if profiles.vision else "",
        prompts=cast.versions,
        temperature=main.temperature,
        seed=main.seed,
        output_token_limit=main.limits.max_output_tokens,
        currency=main.currency if profiles.prices else "",
        prices={str(role): price for role, price in profiles.prices.items()},
    )
