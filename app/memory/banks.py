"""The memory banks of the data folder: make, rename, choose, look after."""

import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from app.errors import wrong_use
from app.memory.choice import DEFAULT, name_for
from app.paths import DataPaths
from app.preferences import load_preferences, save_preferences
from memory_store.backup import Backup, backups
from memory_store.bank import Bank
from memory_store.embedding.base import Embedder, EncoderIdentity
from memory_store.errors import (
    BankDamaged,
    BankMissing,
    BankTooNew,
    EncoderMismatch,
    MemoryStoreError,
    NotABank,
    translated,
)
from memory_store.layout import DATABASE
from memory_store.lock import WriteLock
from memory_store.restoring import restore

NAME = re.compile(r"[^\W_](?:[\w .-]{0,78}[\w-])?")
"""Names of banks: they are names of folders on every system."""
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
Health = Literal["sound", "damaged", "newer", "other encoder", "unreadable"]


@dataclass(frozen=True)
class BankLine:
    """One bank as a list shows it.

    Attributes:
        records, pending, trashed: counts; None where the bank cannot be read.
        bytes: everything in its folder, backups included.
        health: what can be told without reading the whole bank; `why` says more.
        last_backup: None where there is none.
        in_use: whether runs use it where no other is named.
        domains: for which domains it is used instead.
    """

    name: str
    path: Path
    records: int | None
    pending: int | None
    trashed: int | None
    bytes: int
    health: Health
    why: str
    last_backup: datetime | None
    in_use: bool
    domains: tuple[str, ...]


class Banks:
    """The banks below the data folder. Every method reads the folder anew."""

    def __init__(self, paths: DataPaths) -> None:
        self._paths = paths

    def lines(self, encoder: EncoderIdentity | None = None) -> tuple[BankLine, ...]:
        """All banks by name, the default one also before it is made.

        Args:
            encoder: the encoder in use, to tell which banks belong to another one.
        """
        names = {DEFAULT}
        if self._paths.banks.is_dir():
            names |= {
                path.name
                for path in self._paths.banks.iterdir()
                if (path / DATABASE).exists() and not path.name.startswith(".")
            }
        return tuple(self.line(name, encoder) for name in sorted(names, key=str.casefold))

    def line(self, name: str, encoder: EncoderIdentity | None = None) -> BankLine:
        """One bank."""
        path = self._paths.banks / name
        preferences = load_preferences(self._paths)
        taken = backups(path)
        counts, health, why = _look(path, encoder)
        records, pending, trashed = counts or (None, None, None)
        return BankLine(
            name=name,
            path=path,
            records=records,
            pending=pending,
            trashed=trashed,
            bytes=_size(path),
            health=health,
            why=why,
            last_backup=taken[0].taken if taken else None,
            in_use=name_for(preferences, "") == name,
            domains=tuple(
                sorted(domain for domain, bank in preferences.domain_banks.items() if bank == name)
            ),
        )

    def create(self, name: str, embedder: Embedder) -> Path:
        """Make an empty bank.

        Raises:
            StudioError: the name is taken or is none.
            MemoryStoreError: the disk refuses.
        """
        path = self._free(name)
        Bank.open(path, embedder, create=True).close()
        return path

    def restore(self, backup: Backup, name: str) -> Path:
        """Make a new bank as it was when the backup was taken.

        Raises:
            StudioError: the name is taken or is none.
            MemoryStoreError: the backup is not sound.
        """
        path = self._free(name)
        restore(backup.path, path)
        return path

    def free_folder(self, name: str) -> Path:
        """The folder for a new bank of this name.

        Raises:
            StudioError: the name is taken or is none.
        """
        return self._free(name)

    def rename(self, name: str, new: str) -> Path:
        """Give a bank another name, with everything in its folder. Settings that name it follow.

        Raises:
            BankMissing, BankInUse: it is not there, or something writes to it.
            StudioError: the new name is taken or is none.
        """
        old = self._existing(name)
        path = self._free(new, but=old)
        with WriteLock(old, timeout=5.0).held(), translated(old):
            old.rename(path)
        preferences = load_preferences(self._paths)
        domains = {
            domain: new if bank == name else bank
            for domain, bank in preferences.domain_banks.items()
        }
        changed = {"domain_banks": domains}
        if name_for(preferences, "") == name:
            changed |= {"bank": "" if new == DEFAULT else new}  # type: ignore[dict-item]
        save_preferences(self._paths, preferences.model_copy(update=changed))
        return path

    def use(self, name: str, domain: str = "") -> None:
        """Let runs use this bank where they name none: all, or those of one domain."""
        if name != DEFAULT:
            self._existing(name)
        preferences = load_preferences(self._paths)
        if not domain.strip():
            changed: dict[str, object] = {"bank": "" if name == DEFAULT else name}
        else:
            changed = {"domain_banks": preferences.domain_banks | {domain.strip().casefold(): name}}
        save_preferences(self._paths, preferences.model_copy(update=changed))

    def use_no_longer(self, domain: str) -> None:
        """Sections of `domain` go to the bank in use again."""
        preferences = load_preferences(self._paths)
        rest = {
            known: bank
            for known, bank in preferences.domain_banks.items()
            if known != domain.strip().casefold()
        }
        save_preferences(self._paths, preferences.model_copy(update={"domain_banks": rest}))

    def remove(self, name: str) -> Path:
        """Move a bank with its backups to the trash of the data folder; returns where it lies.

        Raises:
            StudioError: it is the bank in use.
            BankMissing, BankInUse: it is not there, or something writes to it.
        """
        path = self._existing(name)
        line = self.line(name)
        if line.in_use or line.domains:
            raise wrong_use(
                f"The memory bank {name!r} is the one that runs use.",
                "Let runs use another bank first, then remove this one.",
                kind="bank_in_use",
            )
        target = self._paths.trash / "banks" / name
        number = 1
        while target.exists():
            number += 1
            target = target.with_name(f"{name} {number}")
        with WriteLock(path, timeout=5.0).held(), translated(path):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(path, target)
        return target

    def _existing(self, name: str) -> Path:
        path = self._paths.banks / name
        if not name or Path(name).name != name or not (path / DATABASE).exists():
            raise BankMissing(
                f"There is no memory bank {name!r} in {self._paths.banks}.",
                "List the banks to see which there are.",
            )
        return path

    def _free(self, name: str, but: Path | None = None) -> Path:
        require_bank_name(name)
        taken = {
            path.name.casefold(): path
            for folder in (self._paths.banks, self._paths.snapshots)
            if folder.is_dir()
            for path in folder.iterdir()
        }
        other = taken.get(name.casefold())
        if other is not None and other != but:
            raise wrong_use(f"{other} exists already.", "Choose another name.", kind="bank_name")
        return self._paths.banks / name


def require_bank_name(name: str) -> None:
    """Raise `StudioError` unless `name` can be the name of a bank's folder on every system."""
    if not NAME.fullmatch(name) or RESERVED.fullmatch(name):
        raise wrong_use(
            f"{name!r} cannot be the name of a memory bank.",
            "Use letters, digits, spaces, dots, dashes and underscores, at most 80, and begin "
            "with a letter or a digit.",
            kind="bank_name",
        )


def _look(
    path: Path, encoder: EncoderIdentity | None
) -> tuple[tuple[int, int, int] | None, Health, str]:
    """Counts and health as far as opening tells; a whole check is `verify`."""
    if not (path / DATABASE).exists():
        return (0, 0, 0), "sound", ""
    try:
        with Bank.open(path, None, mode="ro") as bank:
            if encoder is not None and bank.identity != encoder:
                why = f"It was made with the encoder {bank.identity.describe()}."
                return _counts(path), "other encoder", why
        return _counts(path), "sound", ""
    except BankTooNew as error:
        return None, "newer", str(error)
    except (BankDamaged, NotABank, EncoderMismatch) as error:
        return None, "damaged", str(error)
    except (MemoryStoreError, sqlite3.Error) as error:
        return None, "unreadable", str(error)


def _counts(path: Path) -> tuple[int, int, int]:
    uri = f"{(path / DATABASE).absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as file:
        tables = {row[0] for row in file.execute("SELECT name FROM sqlite_master")}
        trashed = "SELECT record_id FROM trash" if "trash" in tables else "SELECT NULL WHERE 0"
        kept = f"FROM record WHERE id NOT IN ({trashed})"
        (records,) = file.execute(f"SELECT count(*) {kept}").fetchone()
        (pending,) = file.execute(f"SELECT count(*) {kept} AND status = 'pending'").fetchone()
        (away,) = file.execute(f"SELECT count(*) FROM ({trashed})").fetchone()
    return int(records), int(pending), int(away)


def _size(path: Path) -> int:
    total = 0
    for file in path.rglob("*") if path.is_dir() else ():
        try:
            total += file.stat().st_size if file.is_file() else 0
        except OSError:  # it was removed while we looked
            continue
    return total
