"""Waits: the endpoint's wish within a cap, and an end at once when a person wants one."""

import random
import threading
import time
from email.utils import formatdate

import pytest

from pipeline.models.port import PausedError
from pipeline.models.profile import Limits
from pipeline.models.retry import RetryPolicy, retry_after
from pipeline.render_port import CancelledError, CancelToken
from tests.models.loopback import Loopback
from tests.models.profiles import KEY, asking, chat_with
from tests.models.replies import Reply, error, say

FOREVER = "Wed, 21 Oct 2099 07:28:00 GMT"
NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("2", 2.0),
        ("0.5", 0.5),
        (formatdate(NOW + 90, usegmt=True), 90.0),
        (formatdate(NOW - 90, usegmt=True), 0.0),
        ("soon", None),
        ("-3", None),
        ("inf", None),
        ("nan", None),
        ("", None),
        ("Wed, 99 Oct 2099 07:28:00 GMT", None),
    ],
)
def test_retry_after_is_a_number_or_a_date_and_nonsense_is_passed_over(
    header: str, seconds: float | None
) -> None:
    assert retry_after({"retry-after": header}, NOW) == seconds


def test_the_wait_that_an_endpoint_asks_for_is_kept_by_every_call_to_it() -> None:
    def answer(number: int) -> Reply:
        return error(429, "slow down", {"retry-after": "1"}) if number == 1 else say("ok")

    with Loopback(lambda seen: answer(len(server.seen)), key=KEY) as server:
        chat = chat_with(server)
        first = threading.Thread(target=chat.complete, args=(asking(),))
        first.start()
        while not server.seen:
            time.sleep(0.01)
        time.sleep(0.3)
        chat.complete(asking())
        first.join()
    assert all(later - server.arrivals[0] >= 0.99 for later in server.arrivals[1:])


def test_a_wait_of_decades_pauses_the_run_and_says_until_when() -> None:
    with Loopback([error(429, "later", {"retry-after": FOREVER})], key=KEY) as server:
        chat = chat_with(server)
        with pytest.raises(PausedError, match="2099-10-21") as caught:
            chat.complete(asking())
    assert caught.value.kind == "rate_limited"
    assert "Resume the run" in caught.value.remedy


def test_waits_double_up_to_a_limit_and_differ() -> None:
    policy = RetryPolicy(first=1, longest=6)
    draw = random.Random(1)
    for failures, whole in ((1, 1.0), (2, 2.0), (3, 4.0), (4, 6.0), (9, 6.0)):
        waits = {policy.pause(failures, draw) for _ in range(50)}
        assert all(whole / 2 <= wait <= whole for wait in waits)
        assert len(waits) > 40


@pytest.mark.parametrize(
    "reply",
    [
        Reply(hang=True),
        error(429, "wait", {"retry-after": "60"}),
        say("word " * 4000, piece=5, pause=0.05),
        say("late", delay=60),
        Reply(status=500, body="x" * 2000, pause=0.05),
    ],
    ids=["no answer", "retry-after", "streaming", "thinking", "error dripping in"],
)
def test_a_cancel_takes_effect_at_once(reply: Reply) -> None:
    cancel = CancelToken()
    with Loopback(lambda seen: reply, key=KEY) as server:
        limits = Limits(stall=60, total=120)
        chat = chat_with(server, cancel, RetryPolicy(asked=100), limits=limits)
        timer = threading.Timer(0.4, cancel.cancel)
        timer.start()
        with pytest.raises(CancelledError):
            chat.complete(asking())
        timer.join()
        requests = len(server.seen)
        if reply.hang:
            assert server.broken_off.wait(10)  # the connection was closed, not forgotten
        with pytest.raises(CancelledError):
            chat.complete(asking())
        assert len(server.seen) == requests
    threads = [thread for thread in threading.enumerate() if thread.name == "model request"]
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)


def test_a_call_that_waits_for_its_turn_hears_a_cancel() -> None:
    cancel = CancelToken()
    with Loopback(lambda seen: Reply(hang=True), key=KEY) as server:
        chat = chat_with(server, cancel, limits=Limits(parallel=1, stall=60))
        endings: list[type[BaseException]] = []

        def call() -> None:
            try:
                chat.complete(asking())
            except CancelledError as ended:
                endings.append(type(ended))

        threads = [threading.Thread(target=call) for _ in range(3)]
        for thread in threads:
            thread.start()
        while not server.seen:
            time.sleep(0.01)
        cancel.cancel()
        for thread in threads:
            thread.join(10)
    assert endings == [CancelledError] * 3
    assert len(server.seen) == 1
