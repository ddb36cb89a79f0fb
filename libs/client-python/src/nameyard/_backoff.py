"""When a call is repeated."""

from __future__ import annotations

import random
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from ._errors import ApiError, ConnectionError, NameyardError, TimeoutError  # noqa: A004

MIN_PAUSE = 0.5
MAX_PAUSE = 8.0
MAX_RETRY_AFTER = 60.0
RETRIED_STATUSES = (408, 429, 502, 503, 504)


def pause_after(error: NameyardError, attempts: int, is_repeatable: bool) -> float | None:
    """Seconds before the next attempt, or None if the call must not be repeated."""
    if not _is_retried(error, is_repeatable):
        return None
    pause = _retry_after(error.headers.get("retry-after", "")) if isinstance(error, ApiError) else None
    if pause is None:
        return _backoff(attempts)
    return pause if pause <= MAX_RETRY_AFTER else None


def _is_retried(error: NameyardError, is_repeatable: bool) -> bool:
    if isinstance(error, ApiError):
        # The service has rejected these calls. With other statuses, a change may have been committed.
        if error.code == "IDEMPOTENCY_IN_PROGRESS" or error.status == 429:
            return True
        return is_repeatable and error.status in RETRIED_STATUSES
    return is_repeatable and isinstance(error, ConnectionError | TimeoutError)


def _backoff(attempts: int) -> float:
    """0.5 s, doubled with each attempt up to 8 s; jitter lengthens it by up to a half, within these limits."""
    jitter = 1 + random.random() / 2  # noqa: S311
    return float(min(MAX_PAUSE, MIN_PAUSE * 2 ** min(attempts - 1, 10) * jitter))


def _retry_after(value: str) -> float | None:
    if value.strip().isdecimal():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    return max(0.0, (date.replace(tzinfo=timezone.utc) - datetime.now(timezone.utc)).total_seconds())
