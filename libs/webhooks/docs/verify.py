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

# Seconds by which the clocks of sender and receiver may differ, either way.
TOLERANCE = 300


class VerificationError(Exception):
    """The request is not a fresh message of ours: answer 400 and do nothing.

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
    """Return the event, with the header webhook-id as its "id": the same at each attempt, de-duplicate by it.

    secrets: one whsec_…, or several of which any may fit. body: the bytes as they came, before anything
    parsed them. now: Unix seconds. Raises VerificationError, or ValueError when a secret is none.
    """
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("at least one secret is needed")
    lower = {name.lower(): value for name, value in headers.items()}
    message_id = _header(lower, "webhook-id")
    timestamp = _header(lower, "webhook-timestamp")
    signatures = _header(lower, "webhook-signature")

    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise VerificationError("invalid_timestamp", "not in Unix seconds")
    age = (int(time.time()) if now is None else now) - int(timestamp)
    if age > TOLERANCE:
        raise VerificationError("timestamp_too_old", "older than 5 minutes")
    if age < -TOLERANCE:
        raise VerificationError("timestamp_too_new", "ahead by over 5 minutes")

    given = [_bytes(signature) for signature in signatures.split(" ") if signature.startswith("v1,")]
    if not given:
        raise VerificationError("no_signature", "no signature of version v1")
    signed = _bytes(f"{message_id}.{timestamp}.") + body
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    if not any(hmac.compare_digest(wanted, signature) for wanted in expected for signature in given):
        raise VerificationError("wrong_signature", "no signature fits: another secret, or altered on the way")

    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str) or not isinstance(event.get("data"), dict):
        raise VerificationError("invalid_body", "signed, and yet not an event in JSON")
    return {**event, "id": message_id}


def _key(secret: str) -> bytes:
    match = re.fullmatch("whsec_([A-Za-z0-9+/]{32,}={0,2})", secret)
    if match is None:
        raise ValueError("a secret is whsec_ and base64 of at least 24 bytes")
    return base64.b64decode(match[1])


def _header(lower: Mapping[str, str], name: str) -> str:
    value = lower.get(name)
    if not value:
        raise VerificationError("missing_header", f"{name} is missing")
    return value


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
