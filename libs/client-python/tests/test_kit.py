from __future__ import annotations

from collections.abc import Callable

import pytest

from nameyard import ApiKeyInvalidError
from nameyard.events import DomainRegisteredEvent
from nameyard.testing import Access, World
from nameyard.types import (
    AddFaultRequestFault,
    ExpectedDelivery,
    ExpectedRequest,
    FaultMatch,
    OrderView,
    Owner,
    PaymentRequest,
)

pytest_plugins = ["pytester"]
PATIENCE = 30


def order(world: World, domain: str) -> OrderView:
    owner = Owner(first_name="Ada", last_name="Lovelace", email="ada@example.com")
    return world.client.domains.order(domain=domain, years=1, owner=owner)


def pay(world: World, order_id: str) -> int:
    payment = PaymentRequest(method="test", reference="invoice-1")
    return world.client.domains.checkout.with_response(order_id=order_id, payment=payment).attempts


def test_a_receiver_gets_events(world: World) -> None:
    receiver = world.receiver("domain.registered")
    receiver.answer(500)
    pay(world, order(world, "shop.com").order_id)
    event = receiver.next("domain.registered", "shop.com", PATIENCE)
    assert isinstance(event, DomainRegisteredEvent)
    assert (event.data.domain, receiver.rejected) == ("shop.com", [])
    receiver.answer(200)
    world.verify(delivery=ExpectedDelivery(state="delivered"), times=1, within="PT10S")
    with pytest.raises(AssertionError, match=r"(?s)No domain\.expired.*domain\.registered shop\.com \(returned"):
        receiver.next("domain.expired", within=0)


def test_a_receiver_finds_the_events_of_a_domain_in_any_spelling(world: World) -> None:
    receiver = world.receiver()
    pay(world, order(world, "straße-münchen.com").order_id)
    for spelling in ("xn--", "xn--ü.com"):
        with pytest.raises(AssertionError, match=r"No domain\.registered"):
            receiver.next("domain.registered", spelling, within=0)
    event = receiver.next("domain.registered", "Straße-MÜNCHEN.com.", PATIENCE)
    world.advance("P1Y")
    receiver.next("domain.expired", event.data.domain, PATIENCE)


def test_a_fault_loses_the_response(world: World) -> None:
    placed = order(world, "shop.com")
    world.fault(match=FaultMatch(operation="checkout"), fault=AddFaultRequestFault(kind="reset", phase="after"))
    assert pay(world, placed.order_id) == 2
    world.verify(request=ExpectedRequest(operation="checkout", status=200), times=1)


def test_snapshot_restore_and_clock(world: World) -> None:
    pay(world, order(world, "shop.com").order_id)
    snapshot = world.snapshot()
    assert world.reset().registrations == 1
    world.restore(snapshot)
    world.advance("P370D")
    assert world.client.registrations.get("shop.com").status == "expired"


def test_a_world_ends(world: World) -> None:
    world.end()
    with pytest.raises(ApiKeyInvalidError):
        world.client.tlds.list()


def test_the_story_of_an_ended_world_is_a_link_if_the_server_runs_on(
    new_world: Callable[..., World], nameyard_server: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = new_world()
    world.end()
    ended = f"The world {world.tenant} has ended."
    monkeypatch.delenv("NAMEYARD_URL", raising=False)
    assert world.story() == ended
    monkeypatch.setenv("NAMEYARD_URL", nameyard_server.base_url)
    page = f"/portal/t/{nameyard_server.tenant}/worlds/{world.tenant}"
    origin = nameyard_server.base_url.removesuffix("/api/v1")
    assert world.story() == f"{ended}\nStory in the portal: {origin}{page}"


FAILING = """
from nameyard.testing import World
from nameyard.types import AddFaultRequestFault, ExpectedRequest, FaultMatch, Owner


def test_fails(world: World) -> None:
    world.fault(fault=AddFaultRequestFault(kind="delay", ms=1))
    world.fault(match=FaultMatch(operation="renew"), fault=AddFaultRequestFault(kind="hang"))
    owner = Owner(first_name="Ada", last_name="Lovelace", email="ada@example.com")
    world.client.domains.order(domain="shop.com", years=1, owner=owner)
    world.client.domains.search("shop.com", options={"headers": {"Sandbox-Fault": "delay;ms=1"}})
    world.verify(request=ExpectedRequest(operation="checkout"), times=1)
"""


def test_a_failed_test_tells_the_story(
    pytester: pytest.Pytester, nameyard_server: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAMEYARD_URL", nameyard_server.base_url)
    monkeypatch.setenv("NAMEYARD_TENANT", nameyard_server.tenant)
    monkeypatch.setenv("NAMEYARD_KEY", nameyard_server.key.reveal())
    pytester.makepyfile(FAILING)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*Expected request=(operation=checkout), times=1, but found 0.*",
            "What happened in the world w-*:",
            "*1. order shop.com 201 fault * (delay;ms=1)",
            "*2. search shop.com 200 fault header",
            "Deliveries: none",
            "Faults that did not fire:",
            "*hang;phase=before for operation=renew: 0 of 1",
            f"Story in the portal: http*/portal/t/{nameyard_server.tenant}/worlds/w-*",
        ]
    )
