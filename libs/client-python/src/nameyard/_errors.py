"""Base classes of the errors."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .types import BrokenFieldView


class NameyardError(Exception):
    """Base class of all errors of this package; by itself, an invalid option or argument."""

    attempts: int | None = None
    """Number of attempts of the call; None if the error is not that of a call."""
    idempotency_key: str | None = None
    """Idempotency key of the call; pass it to call again without a second effect."""


class ConnectionError(NameyardError, builtins.ConnectionError):  # noqa: A001
    """The service could not be reached, or the connection broke before the response was complete."""


class TimeoutError(NameyardError, builtins.TimeoutError):  # noqa: A001
    """There was no complete response within the timeout. The request may have taken effect."""


class SignatureError(NameyardError):
    """A request is not an authentic, current webhook: respond with 400 and ignore it."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        """missing_header, invalid_timestamp, timestamp_too_old, timestamp_too_new, no_signature, wrong_signature or
        invalid_body."""
        self.message = message

    def __str__(self) -> str:
        return self.message


class ApiError(NameyardError):
    """The service responded with an error. Each error code that this version knows has a subclass."""

    code: str = "UNKNOWN"
    """Error code, for example `DOMAIN_TAKEN`; `UNKNOWN` if the response has none, for example from a proxy."""
    status: int
    """HTTP status."""
    details: Sequence[BrokenFieldView] = ()
    """The refused fields; empty if the error does not concern fields."""
    request_id: str | None = None
    """`X-Request-Id` of the response, which identifies the request in the request log."""
    retryable: bool = False
    """Whether the same call can succeed later."""
    docs: str | None = None
    """URL of the description of the error."""
    headers: Mapping[str, str]
    """Headers of the response; their names are in lower case."""
