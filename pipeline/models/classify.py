"""From an endpoint's error to a named fault."""

import json
import re
from collections.abc import Mapping
from typing import Any

from pipeline.models import faults
from pipeline.models.faults import Fault, Site
from pipeline.models.json_values import parsed
from pipeline.models.retry import retry_after

QUOTA_CODES = frozenset(
    {
        "insufficient_quota", "billing_hard_limit_reached", "billing_not_active",
        "quota_exceeded", "insufficient_balance", "insufficient_credits", "insufficient_funds",
    }
)  # fmt: skip
KEY_CODES = frozenset(
    {"invalid_api_key", "authentication_error", "permission_error", "unauthorized", "forbidden"}
)
_QUOTA = re.compile(
    r"quota (is )?(exhausted|exceeded)|exceeded your current quota|"
    r"insufficient[ _](quota|balance|credit|funds)|out of credit|check your plan and billing",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"context[ _](length|size|window)|maximum context|max(imum)? (prompt|input) (length|tokens)|"
    r"prompt is too long|too many (input )?tokens|exceeds? the (available )?context",
    re.IGNORECASE,
)
_SIGHT = re.compile(r"image|vision|multi-?modal|mmproj", re.IGNORECASE)
_BAD_PICTURE = re.compile(
    r"too (large|big|many|small)|resolution|dimension|decod|corrupt|download|fetch|maximum",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model.{0,120}(not (found|exist|loaded|available|pulled)|does(n't| not) exist|unknown)|"
    r"(no|unknown|invalid|unsupported) models?\b|try pulling it",
    re.IGNORECASE | re.DOTALL,
)
_FILTERED = re.compile(r"content[_ ](filter|management policy)", re.IGNORECASE)
_PARAMETERS = {
    "response_format": re.compile(
        r"response_format|json_schema|json_object|structured output|grammar|"
        r"in context=\(|(min|max)(Length|Items)",
        re.IGNORECASE,
    ),
    "stream_options": re.compile(r"stream_options|include_usage"),
    "max_completion_tokens": re.compile(r"max_completion_tokens"),
    "max_tokens": re.compile(r"max_tokens"),
    "temperature": re.compile(r"temperature"),
    "seed": re.compile(r"\bseed\b"),
}
_LIMIT_TYPES = re.compile(r"rate[_ ]?limit|too many requests|throttl", re.IGNORECASE)
_BUSY_TYPES = re.compile(r"server[_ ]error|overload|unavailable|timeout|capacity", re.IGNORECASE)


class Complaint:
    """The parts of an error object, whatever form the server gives it."""

    def __init__(self, value: object) -> None:
        if isinstance(value, list) and value:
            value = value[0]
        inner = value.get("error", value) if isinstance(value, dict) else value
        fields: dict[str, Any] = inner if isinstance(inner, dict) else {"message": inner}
        detail = fields.get("message") or fields.get("detail") or fields.get("msg") or ""
        self.message = detail if isinstance(detail, str) else json.dumps(detail)
        self.code = str(fields.get("code") or "")
        self.type = str(fields.get("type") or fields.get("status") or "")
        self.parameter = str(fields.get("param") or "")
        nested = fields.get("metadata")
        if isinstance(nested, dict) and isinstance(nested.get("raw"), str):
            self.message = f"{self.message} {nested['raw']}".strip()

    @property
    def words(self) -> str:
        """Everything it says, for searching."""
        return f"{self.code} {self.type} {self.message}"


def status_fault(status: int, headers: Mapping[str, str], body: bytes, site: Site) -> Fault:
    """The fault of an answer whose HTTP status is no success."""
    if 300 <= status < 400:
        return faults.redirected(site, headers.get("location", ""))
    text = body.decode("utf-8", "replace")
    complaint = complaint_of(text)
    wait = retry_after(headers)
    if complaint is None:
        title = page_title(text) if is_page(text) else text
        if status in (401, 402, 403, 404, 405, 408, 409, 429) or status >= 500:
            return _by_status(status, Complaint(title), wait, site)
        if is_page(text):
            return faults.web_page(site, title)
        complaint = Complaint(title)
    return _by_status(status, complaint, wait, site)


def complaint_fault(value: object, site: Site) -> Fault:
    """The fault of an error object that came with status 200, alone or within a stream."""
    complaint = Complaint(value)
    status = int(complaint.code) if complaint.code.isdigit() else 0
    if not 400 <= status < 600:
        status = _status_of(complaint)
    return _by_status(status, complaint, None, site)


def complaint_of(text: str) -> Complaint | None:
    """The error object in a body, None if there is none."""
    try:
        value = parsed(text)
    except ValueError:
        return None
    return Complaint(value) if isinstance(value, (dict, list)) else None


def is_page(text: str) -> bool:
    """Whether a body is HTML, whatever its content type says."""
    head = text.lstrip("\ufeff \t\r\n")[:200].lower()
    return head.startswith("<") and ("<html" in head or "<!doctype" in head or "<head" in head)


def page_title(text: str) -> str:
    """What a page of HTML says at its top."""
    found = re.search(r"<title[^>]*>(.*?)</title>", text, re.IGNORECASE | re.DOTALL)
    return found.group(1) if found else re.sub(r"<[^>]*>", " ", text[:2000])


def is_filtered(fault_words: str) -> bool:
    """Whether a refusal is the endpoint's content filter."""
    return bool(_FILTERED.search(fault_words))


def _by_status(status: int, complaint: Complaint, wait: float | None, site: Site) -> Fault:
    words, message = complaint.words, complaint.message
    if status == 402 or {complaint.code, complaint.type} & QUOTA_CODES or _QUOTA.search(words):
        return faults.quota(site, message)
    if status in (401, 403, 407):
        return faults.key_refused(site, message)
    if site.pictures and _SIGHT.search(words) and not _BAD_PICTURE.search(words):
        return faults.text_only(site, message)
    if status in (400, 404, 413, 422, 500) and _CONTEXT.search(words):
        return faults.context_too_long(site, message)
    parameter = _parameter(complaint) if status in (400, 422, 500, 501) else ""
    if parameter and not _BUSY_TYPES.search(f"{complaint.type} {message}" * (status == 500)):
        return faults.bad_request(site, message, status, parameter)
    if status in (400, 404, 422, 500) and _NO_MODEL.search(words):
        return faults.model_missing(site, message)
    if status == 429:
        return faults.rate_limited(site, message, wait)
    if status in (408, 409, 425) or status >= 500:
        return faults.overloaded(site, message, status, wait)
    if status in (404, 405):
        return faults.wrong_path(site, status)
    if _FILTERED.search(words):
        return faults.bad_request(site, message, status, "content_filter")
    return faults.bad_request(site, message, status)


def _parameter(complaint: Complaint) -> str:
    """The field of the request that an error is about; a replacement it proposes comes second."""
    if complaint.parameter:
        named = complaint.parameter.split(".")[0]
        return named if named in _PARAMETERS else ""
    places = {
        name: found.start()
        for name, pattern in _PARAMETERS.items()
        if (found := pattern.search(complaint.message))
    }
    return min(places, key=lambda name: places[name]) if places else ""


def _status_of(complaint: Complaint) -> int:
    """The status that fits an error object which has none."""
    words = f"{complaint.code} {complaint.type}"
    if {complaint.code, complaint.type} & KEY_CODES:
        return 401
    if _LIMIT_TYPES.search(words):
        return 429
    if "invalid_request" in words or "bad_request" in words:
        return 400
    return 500
