"""HTTP connections that are reused."""

from __future__ import annotations

import os
import selectors
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from io import BufferedReader, RawIOBase
from typing import Any, cast
from urllib.parse import urlsplit

MAX_IDLE = 64


@dataclass
class Received:
    """A complete response."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


class Connections:
    """Idle connections to one origin. They are safe for parallel use, and not shared with forked processes."""

    def __init__(self, origin: str, context: ssl.SSLContext | None) -> None:
        parts = urlsplit(origin)
        self._host, self._port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        self._context = (context or ssl.create_default_context()) if parts.scheme == "https" else None
        self._idle: list[tuple[int, HTTPConnection]] = []

    def send(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Received:
        """Send a request and read its response; both must be complete within the timeout."""
        deadline = time.monotonic() + timeout
        connection = self._take()
        try:
            connection.timeout = timeout
            if connection.sock is None:
                connection.connect()
            connection.sock.settimeout(_left(deadline))
            connection.response_class = partial(_response, deadline)  # type: ignore[assignment]
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            content = response.read()
        except BaseException:
            connection.close()
            raise
        if connection.sock is not None and len(self._idle) < MAX_IDLE:
            self._idle.append((os.getpid(), connection))
        names = {name.lower(): value for name, value in response.getheaders()}
        return Received(response.status, names, content)

    def close(self) -> None:
        """Close the idle connections."""
        while True:
            try:
                self._idle.pop()[1].close()
            except IndexError:
                break

    def _take(self) -> HTTPConnection:
        while True:
            try:
                owner, connection = self._idle.pop()
            except IndexError:
                break
            if owner == os.getpid() and _is_open(connection.sock):
                return connection
            connection.close()
        if self._context:
            return HTTPSConnection(self._host, self._port, context=self._context)
        return HTTPConnection(self._host, self._port)


def _is_open(sock: socket.socket) -> bool:
    """Whether the service has not closed an idle connection."""
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_READ)
        return not selector.select(0)


def _response(deadline: float, sock: socket.socket, *args: Any, **more: Any) -> HTTPResponse:
    return HTTPResponse(cast(socket.socket, _Timed(sock, deadline)), *args, **more)


def _left(deadline: float) -> float:
    return max(0.001, deadline - time.monotonic())


class _Timed:
    """A socket whose responses must be complete at a time. The timeout of a socket restarts with each part."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock, self._deadline = sock, deadline

    def makefile(self, *_args: Any, **_more: Any) -> Any:
        return BufferedReader(_TimedReader(self._sock, self._deadline))


class _TimedReader(RawIOBase):
    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock, self._deadline = sock, deadline
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(_left(self._deadline))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()
