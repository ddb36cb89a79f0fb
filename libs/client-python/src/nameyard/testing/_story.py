"""What has happened in a world, as text."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from .._client import Nameyard
from .._errors import NameyardError
from .._values import encode
from ..errors import ApiKeyInvalidError
from ..types import (
    ExpectedDelivery,
    FaultParameters,
    FaultView,
    JournalRequest,
    JournalRequestOrJournalDelivery,
    Verified,
)

MAX_REQUESTS = 200


def story_of(client: Nameyard, tenant: str, page: str | None) -> str:
    """Return requests, deliveries, and faults that did not fire, and a link to the page."""
    link = [f"Story in the portal: {page}"] if page else []
    control = client.control
    try:
        rules = control.faults.list().faults
        requests = list(islice(control.journal.requests(limit=MAX_REQUESTS), MAX_REQUESTS))
        deliveries = control.journal.verify(delivery=ExpectedDelivery(), times={"min": 0}).matches
    except ApiKeyInvalidError:
        return "\n".join([f"The world {tenant} has ended.", *link])
    except NameyardError as error:
        return "\n".join([f"The world {tenant} cannot be read: {error}", *link])
    fired = {rule.id: _header_of(rule.fault) for rule in rules}
    return "\n".join(
        [
            f"What happened in the world {tenant}:",
            _section("Requests", [_request_line(each, fired) for each in requests]),
            _section("Deliveries", [_delivery_line(each) for each in deliveries]),
            _section("Faults that did not fire", [_fault_line(rule) for rule in rules if rule.used == 0]),
            *link,
        ]
    )


def describe_failure(expected: Mapping[str, Any], result: Verified) -> str:
    """Return the message of a failed verification: what was expected, and what there was instead."""
    lines = [f"Expected {_text_of(expected)}, but found {result.count}.", *result.reasons]
    for title, entries in (("Found", result.matches), ("Nearest misses", result.nearest)):
        if entries:
            lines += [f"{title}:", *(f"  {_text_of(each)}" for each in entries)]
    return "\n".join(lines)


def _section(title: str, lines: list[str]) -> str:
    return (
        "\n".join([f"{title}:", *(f"  {i}. {line}" for i, line in enumerate(lines, 1))]) if lines else f"{title}: none"
    )


def _request_line(request: JournalRequest, fired: Mapping[str, str]) -> str:
    faulted = request.faulted
    rule = "" if faulted == "header" else f" ({fired.get(faulted or '', 'removed')})"
    return _joined(
        request.operation or f"{request.method} {request.path}",
        request.domain,
        request.status or "no response",
        request.code,
        "replayed" if request.replayed else None,
        f"fault {faulted}{rule}" if faulted else None,
    )


def _delivery_line(delivery: JournalRequestOrJournalDelivery) -> str:
    return _joined(
        delivery.event,
        delivery.domain,
        f"to {delivery.receiver}: {delivery.state},",
        "1 attempt" if delivery.attempts == 1 else f"{delivery.attempts} attempts",
        f"altered ({delivery.altered}) by {delivery.altered_by or 'a fault'}" if delivery.altered else None,
    )


def _fault_line(rule: FaultView) -> str:
    match = _text_of(rule.match) or "all operations"
    after = f", after {rule.skip}" if rule.skip else ""
    return f"{rule.id} {_header_of(rule.fault)} for {match}: 0 of {rule.times}{after}"


def _header_of(fault: FaultParameters) -> str:
    """Return a fault as in the header `Sandbox-Fault`."""
    parameters = encode(fault)
    kind = parameters.pop("kind")
    return ";".join([kind, *(f"{name}={value}" for name, value in parameters.items())])


def _text_of(value: Any) -> str:
    """Return the fields of a value: `operation=checkout, status=201`."""
    members = encode(value).items()
    return ", ".join(
        f"{name}=({_text_of(each)})" if isinstance(each, dict) else f"{name}={each}" for name, each in members
    )


def _joined(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part)
