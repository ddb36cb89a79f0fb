"""Verifies and signs webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Protocol

from ._errors import NameyardError, SignatureError
from ._values import Secret, decode
from .events import BY_TYPE, Event, UnknownEvent

DEFAULT_TOLERANCE = 300


class Headers(Protocol):
    """The headers of a request, as most frameworks have them; the case of names does not matter."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Return names and values."""


def unwrap(
    body: bytes | str,
    headers: Headers,
    secrets: str | Secret | Sequence[str | Secret],
    *,
    tolerance: float = DEFAULT_TOLERANCE,
    now: float | None = None,
) -> Event:
    """Verify a webhook and return its event.

    Args:
        body: The body as it was received, before any parser.
        headers: The headers of the request.
        secrets: Signing secrets (`whsec_…`); one of them must match, so that secrets can be rotated.
        tolerance: Maximum seconds between the timestamp of the webhook and its arrival.
        now: Time of arrival in seconds since 1970 (default: `time.time()`).

    Raises:
        SignatureError: The webhook is not authentic and current.
        NameyardError: An argument is wrong, for example a malformed secret.
    """
    keys = _keys_of(secrets)
    # NaN would accept webhooks of any age.
    if not tolerance >= 0:
        raise NameyardError("tolerance must be 0 or greater")
    given = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise SignatureError("missing_header", f"the header {name} is missing")
    id, timestamp = given["webhook-id"], given["webhook-timestamp"]  # noqa: A001
    _check_timestamp(timestamp, int(time.time() if now is None else now), tolerance)
    content = _bytes_of(body)
    _check_signature(given["webhook-signature"], [_signature_of(key, id, timestamp, content) for key in keys])
    return _event_in(content, id)


def sign(
    body: bytes | str,
    secrets: str | Secret | Sequence[str | Secret],
    *,
    id: str = "evt_1",  # noqa: A002
    timestamp: float | None = None,
) -> dict[str, str]:
    """Return the headers of a webhook, for unit tests of a receiver."""
    seconds = str(int(time.time() if timestamp is None else timestamp))
    content = _bytes_of(body)
    signatures = [f"v1,{_signature_of(key, id, seconds, content)}" for key in _keys_of(secrets)]
    return {"webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": " ".join(signatures)}


def _bytes_of(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, bytes | bytearray | memoryview):
        return bytes(body)
    raise NameyardError("body must be the body as text or bytes, before it is parsed as JSON")


def _keys_of(secrets: str | Secret | Sequence[str | Secret]) -> list[bytes]:
    given = [secrets] if isinstance(secrets, str | Secret) else secrets
    keys = []
    for secret in given:
        text = secret.reveal() if isinstance(secret, Secret) else secret
        match = re.fullmatch(r"whsec_([A-Za-z0-9+/]{32,}={0,2})", text)
        try:
            keys.append(base64.b64decode(match[1] if match else "?", validate=True))
        except binascii.Error:
            raise NameyardError("a secret must be whsec_ followed by at least 24 bytes in base64") from None
    if not keys:
        raise NameyardError("at least one secret is required")
    return keys


def _signature_of(key: bytes, id: str, timestamp: str, body: bytes) -> str:  # noqa: A002
    signed = hmac.new(key, f"{id}.{timestamp}.".encode(errors="surrogateescape") + body, hashlib.sha256)
    return base64.b64encode(signed.digest()).decode()


def _check_timestamp(timestamp: str, now: int, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise SignatureError("invalid_timestamp", "the header webhook-timestamp must be in Unix seconds")
    if int(timestamp) < now - tolerance:
        raise SignatureError("timestamp_too_old", f"the webhook is older than {tolerance:g} seconds")
    if int(timestamp) > now + tolerance:
        raise SignatureError("timestamp_too_new", f"the webhook is more than {tolerance:g} seconds in the future")


def _check_signature(header: str, expected: Sequence[str]) -> None:
    given = [part[3:].encode(errors="surrogateescape") for part in header.split(" ") if part.startswith("v1,")]
    if not given:
        raise SignatureError("no_signature", "there is no signature of version v1")
    matches = [hmac.compare_digest(each, signature.encode()) for each in given for signature in expected]
    if not any(matches):
        raise SignatureError("wrong_signature", "no signature matches: wrong secret, or the body was changed")


def _event_in(body: bytes, id: str) -> Event:  # noqa: A002
    try:
        message: Any = json.loads(body, parse_float=Decimal)
        if isinstance(message["type"], str) and isinstance(message["data"], dict):
            event: Event = decode(BY_TYPE.get(message["type"], UnknownEvent), {**message, "id": id})
            return event
        cause = None
    except (AttributeError, ArithmeticError, KeyError, TypeError, ValueError) as error:
        cause = error
    raise SignatureError("invalid_body", "the signature is valid, but the body is not a JSON event") from cause
