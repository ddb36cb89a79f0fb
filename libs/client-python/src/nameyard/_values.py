"""Values of requests and responses: JSON and the types of this package."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from decimal import Decimal
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ._errors import NameyardError


class Secret:
    """A key, a signing secret or an auth code. It is not printed or logged; `reveal()` returns its text."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text."""
        return self._text

    def __str__(self) -> str:
        return "[secret]"

    def __repr__(self) -> str:
        return "Secret([secret])"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


def encode(value: Any) -> Any:
    """Return a value as JSON. Members that are None are omitted."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = {key: getattr(value, name) for name, key, _ in members_of(type(value))}
    if isinstance(value, Mapping):
        return {key: encode(member) for key, member in value.items() if member is not None}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [encode(item) for item in value]
    if isinstance(value, datetime):
        return _text_of(value)
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value.reveal() if isinstance(value, Secret) else value


def decode(kind: Any, value: Any) -> Any:
    """Return JSON as a type of this package. Unknown members are ignored, and missing ones are None."""
    if value is None or kind is Any:
        return value
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return kind(**{name: decode(hint, value.get(key)) for name, key, hint in members_of(kind)})
    if get_origin(kind) in (list, Sequence):
        return [decode(get_args(kind)[0], item) for item in value]
    if get_origin(kind) in (Union, UnionType):
        return decode(get_args(kind)[0], value)
    return _scalar(kind, value)


def _scalar(kind: Any, value: Any) -> Any:
    if kind is datetime:
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    if kind in (Decimal, Secret, float):
        return kind(value)
    if not isinstance(value, get_origin(kind) or kind):
        raise TypeError(f"expected {kind}, not {type(value)}")
    return value


@cache
def members_of(kind: Any) -> list[tuple[str, str, Any]]:
    """Name, name in JSON, and type of each field."""
    hints = get_type_hints(kind)
    # Keywords such as `from` have an underscore.
    return [(each.name, each.name.rstrip("_"), hints[each.name]) for each in dataclasses.fields(kind)]


def _text_of(time: datetime) -> str:
    if time.tzinfo is None:
        raise NameyardError("a time must have a time zone, for example datetime.now(timezone.utc)")
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
