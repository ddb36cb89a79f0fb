from __future__ import annotations

import json
import logging
import pickle
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest

import nameyard
from nameyard import Attempt, DomainTakenError, Nameyard, NameyardError, Secret, SignatureError, webhooks
from nameyard._connections import Received
from nameyard._transport import _api_error
from nameyard._values import decode, encode
from nameyard.events import WebhookTestEvent
from nameyard.types import MaxAmount, NewReceiver, Owner

URL = "http://127.0.0.1:1/api/v1"
SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="


class Service:
    """Responds with canned bytes, one after the other, and records the connections."""

    def __init__(self, *responses: bytes, release: Event | None = None) -> None:
        service = self
        self.responses, self.clients, self.bodies = list(responses), list[Any](), list[bytes]()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_POST(self) -> None:
                service.clients.append(self.client_address)
                service.bodies.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
                self.wfile.write(service.responses.pop(0))
                if release:
                    self.wfile.flush()
                    release.wait(30)

            do_GET = do_POST  # noqa: N815

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/api/v1"


@contextmanager
def serving(service: Service) -> Iterator[str]:
    thread = Thread(target=service.server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield service.url
    finally:
        service.server.shutdown()
        thread.join()
        service.server.server_close()


def response(status: int, body: Any, *headers: str) -> bytes:
    text = json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Status", f"Content-Length: {len(text)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + text


@pytest.mark.parametrize(
    ("base_url", "tenant", "key", "options", "message"),
    [
        ("http://127.0.0.1:3000", "demo", "key", {}, "must be an http or https address that ends in /api/v1"),
        ("http://[/api/v1", "demo", "key", {}, "must be an http or https address"),
        (URL, "", "key", {}, "tenant must be a string"),
        (URL, "demo", "a b", {}, "api_key must be a string"),
        (URL, "demo", "key", {"timeout": 0}, "timeout must be a number of seconds"),
        (URL, "demo", "key", {"max_retries": -1}, "max_retries must be an integer from 0"),
    ],
)
def test_invalid_options_are_refused(base_url: str, tenant: str, key: str, options: Any, message: str) -> None:
    with pytest.raises(NameyardError, match=message):
        Nameyard(base_url, tenant, key, **options)


@pytest.mark.parametrize("headers", [{"authorization": "Bearer x"}, {"X-Trace": "a\r\nb"}, {"X\n": "a"}])
def test_invalid_headers_are_refused(headers: dict[str, str]) -> None:
    with pytest.raises(NameyardError, match="the header"):
        Nameyard(URL, "demo", "key").tlds.list(options={"headers": headers})


def test_keys_are_not_printed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = Nameyard(URL, "demo", "ny_sandbox_hidden", max_retries=0)
    with pytest.raises(nameyard.ConnectionError) as failure:
        client.domains.search("shop.com")
    trace = traceback.TracebackException.from_exception(failure.value, capture_locals=True)
    assert "hidden" not in "".join(line for line in trace.format() if "test_client.py" not in line)
    secret = Secret("ny_sandbox_hidden")
    receiver = decode(NewReceiver, {"id": "rcv_1", "secret": "ny_sandbox_hidden"})
    texts = [repr(client), repr(failure.value), repr(receiver), repr(secret), f"{secret}", caplog.text]
    assert "hidden" not in "".join(texts)
    assert "attempt 1" in caplog.text
    assert receiver.secret.reveal() == "ny_sandbox_hidden"


def test_values_keep_cents_and_time_zones() -> None:
    cheap = timezone(timedelta(hours=2))
    assert encode(MaxAmount(currency="USD", total=Decimal("24.98"))) == {"currency": "USD", "total": 24.98}
    assert encode({"to": datetime(2027, 1, 1, 2, tzinfo=cheap), "none": None}) == {"to": "2027-01-01T00:00:00.000Z"}
    with pytest.raises(NameyardError, match="must have a time zone"):
        encode(datetime(2027, 1, 1))
    assert decode(MaxAmount, {"currency": "USD", "total": Decimal("24.98"), "new": 1}).total == Decimal("24.98")


def test_connections_are_reused_and_hooks_see_all_attempts() -> None:
    seen: list[str] = []
    service = Service(response(503, {}, "Retry-After: 0"), response(200, {"data": {"tlds": []}}))

    def before(attempt: Attempt) -> None:
        seen.append(f"before {attempt.number}")

    def after(attempt: Attempt) -> None:
        seen.append(f"after {attempt.number} {attempt.status} {attempt.error.__class__.__name__}")

    with serving(service) as url, Nameyard(url, "demo", "key", before=before, after=after) as client:
        listed = client.tlds.list.with_response()
    assert (listed.attempts, listed.data.tlds, listed.idempotency_key) == (2, [], None)
    assert seen == ["before 1", "after 1 503 ApiError", "before 2", "after 2 200 NoneType"]
    assert len(set(service.clients)) == 1


def test_the_timeout_covers_the_whole_response() -> None:
    release = Event()
    service = Service(response(200, {"data": {}})[:-1], release=release)
    with serving(service) as url:
        with pytest.raises(nameyard.TimeoutError, match=r"no response within 0\.2 s") as failure:
            Nameyard(url, "demo", "key", max_retries=0).tlds.list(options={"timeout": 0.2})
        release.set()
    assert isinstance(failure.value, TimeoutError)


def test_errors_have_the_class_of_their_code_and_can_be_pickled() -> None:
    error = {"code": "DOMAIN_TAKEN", "message": "Taken.", "docs": "/docs/errors#DOMAIN_TAKEN", "details": [{}]}
    service = Service(response(409, {"error": error}, "X-Request-Id: req_1"))
    owner = Owner(first_name="Ada", last_name="Lovelace", email="ada@example.com")
    with serving(service) as url, pytest.raises(DomainTakenError, match=r"Taken\.") as failure:
        Nameyard(url, "demo", "key").domains.order(
            domain="google.com", years=1, owner=owner, options={"idempotency_key": "key-1"}
        )
    for taken in (failure.value, pickle.loads(pickle.dumps(failure.value))):
        assert (taken.status, taken.request_id, taken.attempts, taken.idempotency_key) == (409, "req_1", 1, "key-1")
        assert taken.docs == url.removesuffix("/api/v1") + "/docs/errors#DOMAIN_TAKEN"
    assert json.loads(service.bodies[0])["owner"] == {
        "first_name": "Ada",
        "last_name": "Lovelace",
        "email": "ada@example.com",
    }


def test_a_missing_idempotency_key_is_a_new_one() -> None:
    service = Service(response(200, {"data": {}}))
    with serving(service) as url:
        options: Any = {"idempotency_key": None}
        renewed = Nameyard(url, "demo", "key").domains.renew.with_response(domain="a.com", years=1, options=options)
    assert renewed.idempotency_key


def test_unusable_input_is_refused() -> None:
    client = Nameyard(URL, "demo", "key")
    with pytest.raises(NameyardError, match="unknown options: idempotencyKey"):
        client.domains.renew(domain="shop.com", years=1, options={"idempotencyKey": "1"})  # type: ignore[arg-type]
    with pytest.raises(NameyardError) as failure:
        Nameyard("https://user:hidden@example.com/api/v1", "demo", "key")
    assert "hidden" not in str(failure.value)
    headers = webhooks.sign(b"{}", SECRET)
    with pytest.raises(NameyardError, match="before it is parsed"):
        webhooks.unwrap({}, headers, SECRET)  # type: ignore[arg-type]
    with pytest.raises(NameyardError, match="tolerance must be 0 or greater"):
        webhooks.unwrap(b"{}", headers, SECRET, tolerance=float("nan"))
    for name in ("webhook-id", "webhook-signature"):
        with pytest.raises(SignatureError):
            webhooks.unwrap(b"{}", {**headers, name: "v1,\udcff"}, SECRET)


def test_odd_details_are_ignored() -> None:
    body = {
        "error": {"code": "DOMAIN_TAKEN", "message": "Taken.", "details": [{"field": 1}, {"field": "a", "amount": "x"}]}
    }
    error = _api_error(Received(409, {}, b""), body, URL)
    assert (type(error), error.details) == (DomainTakenError, [])


def test_signed_webhooks_are_unwrapped() -> None:
    body = b'{"type":"webhook.test","timestamp":"2027-01-01T00:00:00.000Z","data":{"message":"Hi"}}'
    headers = webhooks.sign(body, [SECRET, Secret(SECRET)], id="evt_7")
    event = webhooks.unwrap(body, headers, SECRET)
    assert isinstance(event, WebhookTestEvent)
    assert (event.id, event.data.message, event.timestamp.year) == ("evt_7", "Hi", 2027)
    with pytest.raises(SignatureError) as failure:
        webhooks.unwrap(body + b" ", headers, SECRET)
    assert failure.value.reason == "wrong_signature"
    assert pickle.loads(pickle.dumps(failure.value)).reason == "wrong_signature"
