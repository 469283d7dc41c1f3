"""How banks and their backups are told."""

from datetime import datetime

from PySide6.QtCore import QDate, QLocale

from app.memory.banks import BankLine, Health
from app.texts import ngettext, tr
from memory_store.backup import Backup

DASH = "\u2013"


def size_words(size: int) -> str:
    """A size in bytes as people read it."""
    return str(QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat))


def moment_words(moment: datetime, now: datetime | None = None) -> str:
    """When it was, in local time: the time for today, else the day."""
    local = moment.astimezone()
    today = (now or datetime.now().astimezone()).date()
    clock = local.strftime("%H:%M")
    if local.date() == today:
        return tr("today, {clock}").format(clock=clock)
    if (today - local.date()).days == 1:
        return tr("yesterday, {clock}").format(clock=clock)
    day = QDate(local.year, local.month, local.day)
    return f"{QLocale().toString(day, 'd MMM yyyy')}, {clock}"


def health_words(health: Health) -> str:
    """What the state of a bank is called."""
    return {
        "sound": tr("sound"),
        "damaged": tr("damaged"),
        "newer": tr("of a newer studio"),
        "other encoder": tr("of another encoder"),
        "unreadable": tr("cannot be read"),
    }[health]


def use_words(line: BankLine) -> str:
    """For what runs use a bank."""
    domains = ", ".join(line.domains)
    if line.in_use:
        return tr("all runs; {domains}").format(domains=domains) if domains else tr("all runs")
    return domains or DASH


def count_words(line: BankLine) -> str:
    """How much a bank holds."""
    if line.records is None:
        return health_words(line.health)
    told = ngettext("{n} record", "{n} records", line.records).format(n=f"{line.records:,}")
    if line.trashed:
        told += " · " + tr("{n} in the trash").format(n=f"{line.trashed:,}")
    return told


def backup_words(backup: Backup) -> str:
    """One backup in a line: when, why, how large."""
    if backup.reason == "schedule":
        why = tr("by itself")
    elif backup.reason.startswith("schema-"):
        why = tr("before an update")
    else:
        why = tr("by hand")
    return f"{moment_words(backup.taken)} · {why} · {size_words(backup.bytes)}"
