"""A local webhook receiver."""

from __future__ import annotations

import os
import time
import unicodedata
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any

from .. import webhooks
from .._client import Nameyard
from .._errors import NameyardError
from .._values import Secret
from ..events import Event


class Receiver:
    """A local HTTP server that gets the webhooks of a world and verifies their signatures."""

    def __init__(self, client: Nameyard, types: tuple[str, ...]) -> None:
        receiver = self
        self._arrived = Condition()
        self._secret: Secret | None = None
        self._answer: Callable[[Event], int] = lambda _: 200
        self._events: list[Event] = []
        self._unread: list[Event] = []
        self._rejected: list[NameyardError] = []

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.send_response(receiver._receive(body, self.headers))
                self.end_headers()

        host = os.environ.get("NAMEYARD_RECEIVER_HOST")
        self._server = ThreadingHTTPServer(("0.0.0.0" if host else "127.0.0.1", 0), Handler)  # noqa: S104
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        self.url = f"http://{host or '127.0.0.1'}:{self._server.server_port}/webhooks"
        registered = client.control.receivers.add(url=self.url, events=types or None)
        self.id = registered.id
        with self._arrived:
            self._secret = registered.secret
            self._arrived.notify_all()

    def next(self, type: str, domain: str | None = None, within: float = 10) -> Event:  # noqa: A002
        """Wait for the next event of a type that no earlier call has returned.

        An event that is delivered again is the same event. The domain can be in Unicode or its A-label. It fails with
        the list of what arrived.
        """
        deadline = time.monotonic() + within
        with self._arrived:
            while True:
                for event in self._unread:
                    if event.type == type and (domain is None or _in_unicode(domain) == _in_unicode(domain_of(event))):
                        self._unread.remove(event)
                        return event
                left = deadline - time.monotonic()
                if left <= 0:
                    name = f"{type} of {domain}" if domain else type
                    raise AssertionError(f"No {name} arrived within {within:g} s.\n{self._describe()}")
                self._arrived.wait(left)

    def answer(self, status: int | Callable[[Event], int]) -> None:
        """Set the status of the responses from now on, or a function that returns it for an event."""
        with self._arrived:
            self._answer = status if callable(status) else lambda _: status

    @property
    def events(self) -> list[Event]:
        """All verified webhooks in the order of arrival, also repeated ones."""
        with self._arrived:
            return list(self._events)

    @property
    def rejected(self) -> list[NameyardError]:
        """The errors of requests without a valid signature, which were answered with 400."""
        with self._arrived:
            return list(self._rejected)

    def close(self) -> None:
        """Stop listening. The receiver stays registered, so that deliveries fail."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _receive(self, body: bytes, headers: webhooks.Headers) -> int:
        with self._arrived:
            # Webhooks can arrive before the response with the secret.
            while self._secret is None:
                self._arrived.wait()
            try:
                event = webhooks.unwrap(body, headers, self._secret)
            except NameyardError as error:
                self._rejected.append(error)
                return 400
            if all(event.id != each.id for each in self._events):
                self._unread.append(event)
            self._events.append(event)
            self._arrived.notify_all()
            answer = self._answer
        return answer(event)

    def _describe(self) -> str:
        unread = {id(event) for event in self._unread}
        lines = [
            f"  {event.type} {domain_of(event)}{'' if id(event) in unread else ' (returned by an earlier call)'}"
            for event in self._events
        ]
        lines += [f"  a request that was rejected: {error}" for error in self._rejected]
        return "\n".join(["Arrived:", *lines]) if lines else "Nothing arrived."


def _in_unicode(domain: str) -> str:
    """Return a domain in Unicode. Python's `idna` codec implements IDNA 2003, which replaces ß."""
    text = unicodedata.normalize("NFC", domain.removesuffix(".").lower())
    labels = (
        label[4:].encode("ascii", "replace").decode("punycode", "replace") if label.startswith("xn--") else label
        for label in text.split(".")
    )
    return ".".join(labels)


def domain_of(event: Event) -> str:
    """Return the domain of an event, or an empty text."""
    data = event.data
    return str((data.get("domain") if isinstance(data, dict) else getattr(data, "domain", None)) or "")
