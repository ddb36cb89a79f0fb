"""The sandbox of a test."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from .._client import Nameyard
from ..errors import WorldNotFoundError
from ..types import (
    ClockChanged,
    Distinct,
    ExpectedDelivery,
    ExpectedRequest,
    ResetView,
    RestoredView,
    Verified,
    WorldSnapshot,
)
from ._receiver import Receiver
from ._server import Access
from ._story import describe_failure, story_of


class World:
    """A temporary tenant with a client. It ends with its test."""

    def __init__(self, access: Access, **settings: Any) -> None:
        self._parent = Nameyard(access.base_url, access.tenant, access.key)
        self._parent_tenant = access.tenant
        self.keeps = os.environ.get("NAMEYARD_KEEP") == "1"
        if self.keeps:
            settings["ttl"] = "PT24H"
        created = self._parent.control.worlds.create(**settings)
        self.base_url, self.tenant, self.key = access.base_url, created.tenant, created.key
        self.client = Nameyard(self.base_url, self.tenant, self.key)
        """It has all permissions of the sandbox."""
        self.fault = self.client.control.faults.add
        """Adds a rule that makes requests or deliveries fail on purpose."""
        self.decide = self.client.control.registry.decide
        """Decides at once the order of a domain that is pending or requires action."""
        self._receivers: list[Receiver] = []

    def __repr__(self) -> str:
        return f"World({self.base_url}, {self.tenant})"

    def receiver(self, *types: str) -> Receiver:
        """Start a receiver of all events, or of some types, and register it.

        Its host name is NAMEYARD_RECEIVER_HOST, or 127.0.0.1.
        """
        self._receivers.append(Receiver(self.client, types))
        return self._receivers[-1]

    def advance(self, by: str) -> ClockChanged:
        """Move the clock forward by an ISO 8601 duration such as P1Y. Everything that falls due has happened then."""
        return self.client.control.clock.advance(by=by)

    def verify(
        self,
        *,
        request: ExpectedRequest | None = None,
        delivery: ExpectedDelivery | None = None,
        times: Any = None,
        distinct: Distinct | None = None,
        after: datetime | None = None,
        within: str | None = None,
        settle: str | None = None,
    ) -> Verified:
        """Fail with the nearest misses unless there were as many requests or deliveries as expected."""
        expected: dict[str, Any] = {
            "request": request,
            "delivery": delivery,
            "times": times,
            "distinct": distinct,
            "after": after,
            "within": within,
            "settle": settle,
        }
        result = self.client.control.journal.verify(**expected)
        if not result.satisfied:
            raise AssertionError(describe_failure(expected, result))
        return result

    def snapshot(self) -> WorldSnapshot:
        """Return clock, orders, registrations and fault rules, for `restore`."""
        return self.client.control.world.get()

    def restore(self, snapshot: WorldSnapshot) -> RestoredView:
        """Replace the content of the world by a snapshot."""
        return self.client.control.world.put(snapshot)

    def reset(self) -> ResetView:
        """Remove the content of the world."""
        return self.client.control.world.reset()

    def story(self) -> str:
        """Return what has happened in the world: requests, deliveries, and faults that did not fire.

        With NAMEYARD_URL, it ends with a link to its page in the portal, which remains for 7 days after the end of the
        world.
        """
        page = f"{self.base_url.removesuffix('/api/v1')}/portal/t/{self._parent_tenant}/worlds/{self.tenant}"
        # A server that the kit has started stops with the tests.
        return story_of(self.client, self.tenant, page if os.environ.get("NAMEYARD_URL") else None)

    def end(self, *, keep: bool = False) -> None:
        """Close the receivers and remove the world. The end of the test calls it."""
        while self._receivers:
            self._receivers.pop().close()
        try:
            if not keep:
                self._parent.control.worlds.end(self.tenant)
        except WorldNotFoundError:
            pass
        finally:
            self.client.close()
            self._parent.close()
