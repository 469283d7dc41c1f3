"""Asking again: exponential back-off with jitter, and the wait that an endpoint asks for.

The client library's own retries are off: it would repeat billed requests unseen, and wait without
hearing a cancel.
"""

import random
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import TypeVar

from pydantic import Field

from pipeline.models.faults import Fault
from pipeline.render_port import CancelToken
from pipeline.schema.base import Value

T = TypeVar("T")


class RetryPolicy(Value):
    """How often and how long apart.

    Attributes:
        attempts: requests in all.
        first: seconds before the second request; doubled each time.
        longest: seconds, of one wait that is ours.
        asked: seconds, the longest wait that an endpoint may ask for.
    """

    attempts: int = Field(default=5, ge=1)
    first: float = Field(default=1.0, ge=0)
    longest: float = Field(default=30.0, ge=0)
    asked: float = Field(default=120.0, ge=0)

    def pause(self, failures: int, draw: random.Random) -> float:
        """Seconds after so many failures: half to the whole of the doubled wait, at random."""
        whole = min(self.longest, self.first * 2.0 ** (failures - 1))
        return whole * draw.uniform(0.5, 1.0)


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds that a Retry-After header asks for: a number or an HTTP date (RFC 9110, 10.2.3).

    None where there is none or it makes no sense; a date gone by is no wait.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is not None or value is None:
        return seconds
    try:
        moment = parsedate_to_datetime(value).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
    return max(0.0, moment - (time.time() if now is None else now))


def with_retries(
    attempt: Callable[[int], T],
    policy: RetryPolicy,
    cancel: CancelToken,
    failed: Callable[[Fault, int], Exception],
    draw: random.Random,
    hold: Callable[[float], None] = lambda seconds: None,
) -> T:
    """The result of `attempt(number)`, asked again while that may help.

    Args:
        failed: what to raise for the last fault and the number of requests.
        hold: told of a wait that the endpoint asked for, which holds for its other callers too.

    Raises:
        CancelledError: at once, also during a wait.
    """
    for number in range(1, policy.attempts + 1):
        cancel.check()
        try:
            return attempt(number)
        except Fault as fault:
            if fault.wait is not None and fault.wait > policy.asked:
                raise failed(_too_long(fault, policy), number) from None
            if not fault.retry or number == policy.attempts:
                raise failed(fault, number) from None
            seconds = policy.pause(number, draw)
            if fault.wait is not None:
                hold(fault.wait)
                seconds = max(seconds, fault.wait)
        cancel.wait(seconds)
    raise AssertionError("unreachable: the last attempt returns or raises")


def _too_long(fault: Fault, policy: RetryPolicy) -> Fault:
    until = time.time() + (fault.wait or 0.0)
    try:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(until))
    except (ValueError, OverflowError, OSError):
        when = "a time far ahead"
    return fault.but(
        message=f"{fault.message} It asks to wait until {when}, which is longer than the "
        f"{policy.asked:g} s that the profile allows.",
        remedy="Resume the run after that, or take another profile.",
        retry=False,
        pause=True,
    )


def _number(text: str | None) -> float | None:
    try:
        value = float(text) if text is not None else None
    except ValueError:
        return None
    return value if value is not None and 0 <= value < float("inf") else None
