"""Verifies the webhooks of Nameyard (Standard Webhooks, v1). Python 3.9 or later, standard library only."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

# Maximum difference between the clocks of sender and receiver, in seconds.
TOLERANCE = 300


class VerificationError(Exception):
    """The request is not an authentic, current message: respond with 400 and ignore it.

    The reason is one of missing_header, invalid_timestamp, timestamp_too_old, timestamp_too_new,
    no_signature, wrong_signature and invalid_body.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def verify(
    secrets: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes,
    now: float | None = None,
) -> dict[str, Any]:
    """Return the event. Its "id" is the header webhook-id, the same at each attempt; use it to detect duplicates.

    secrets: one secret (whsec_…) or several; one of them must match. body: the raw body, not parsed.
    now: Unix seconds. Raises VerificationError, or ValueError when a secret is malformed.
    """
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("at least one secret is required")
    lower = {name.lower(): value for name, value in headers.items()}
    message_id = _header(lower, "webhook-id")
    timestamp = _header(lower, "webhook-timestamp")
    signatures = _header(lower, "webhook-signature")

    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise VerificationError("invalid_timestamp", "webhook-timestamp must be in Unix seconds")
    age = (int(time.time()) if now is None else now) - int(timestamp)
    if age > TOLERANCE:
        raise VerificationError("timestamp_too_old", "older than 5 minutes")
    if age < -TOLERANCE:
        raise VerificationError("timestamp_too_new", "more than 5 minutes in the future")

    given = [_bytes(signature) for signature in signatures.split(" ") if signature.startswith("v1,")]
    if not given:
        raise VerificationError("no_signature", "no signature of version v1")
    signed = _bytes(f"{message_id}.{timestamp}.") + body
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    if not any(hmac.compare_digest(wanted, signature) for wanted in expected for signature in given):
        raise VerificationError("wrong_signature", "no signature matches: wrong secret, or the request was changed")

    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str) or not isinstance(event.get("data"), dict):
        raise VerificationError("invalid_body", "the signature is valid, but the body is not a JSON event")
    return {**event, "id": message_id}


def _key(secret: str) -> bytes:
    match = re.fullmatch("whsec_([A-Za-z0-9+/]{32,}={0,2})", secret)
    if match is None:
        raise ValueError("a secret must be whsec_ followed by at least 24 bytes in base64")
    return base64.b64decode(match[1])


def _header(lower: Mapping[str, str], name: str) -> str:
    value = lower.get(name)
    if not value:
        raise VerificationError("missing_header", f"{name} is missing")
    return value


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
