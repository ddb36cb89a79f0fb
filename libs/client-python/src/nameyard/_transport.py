"""Sends the calls of a client, and repeats them if that can help."""

from __future__ import annotations

import functools
import json
import logging
import platform
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from http.client import HTTPException
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypedDict, TypeVar, overload
from urllib.parse import quote, urlencode, urljoin, urlsplit

from ._backoff import RETRIED_STATUSES, pause_after
from ._connections import Connections, Received
from ._errors import ApiError, ConnectionError, NameyardError, TimeoutError  # noqa: A004
from ._values import Secret, decode, encode
from .errors import BY_CODE, ValidationFailedError
from .types import BrokenFieldView

VERSION = "1.0.0"

USER_AGENT = f"nameyard-python/{VERSION} ({platform.python_implementation()} {platform.python_version()})"

logger = logging.getLogger("nameyard")

Result = TypeVar("Result")
Item = TypeVar("Item")
Parameters = ParamSpec("Parameters")


class CallOptions(TypedDict, total=False):
    """Options of a single call."""

    timeout: float
    """Maximum duration of each attempt in seconds."""
    max_retries: int
    """Maximum number of repeated attempts."""
    idempotency_key: str
    """Idempotency key, 1 to 255 visible ASCII characters (default: a new UUID). It is the same for all attempts."""
    headers: Mapping[str, str]
    """More headers, for example `X-Request-Id`, `traceparent` or `Sandbox-Fault`."""


@dataclass(frozen=True)
class Attempt:
    """An attempt of a call, for hooks."""

    method: str
    url: str
    number: int
    status: int | None = None
    """Status of the response; None before it, and if there was none."""
    error: NameyardError | None = None


@dataclass(frozen=True)
class Response(Generic[Result]):
    """The result of a call, and what the response says beside it."""

    data: Result
    request_id: str | None
    """`X-Request-Id` of the response, which identifies the request in the request log."""
    attempts: int
    """Number of attempts of the call."""
    idempotency_key: str | None
    """Idempotency key of all attempts; None if the call has none."""
    headers: Mapping[str, str] = field(repr=False)
    """Headers of the response; their names are in lower case."""


@dataclass(frozen=True)
class Call(Generic[Result]):
    """A call that has not been sent."""

    transport: Transport
    method: str
    path: str
    """Path below `/sandbox/`."""
    result: type[Result]
    options: CallOptions | None
    query: Mapping[str, Any] | None = None
    body: Any = None
    is_idempotent: bool = False
    """The service accepts an idempotency key."""
    reads: bool = False
    """A POST request that changes nothing."""
    seconds: float = 0
    """Default timeout, if it is longer than that of the client."""

    def send(self) -> Response[Result]:
        """Send the call."""
        return self.transport.send(self)


class Headers(dict[str, str]):
    """Headers of a request. Tracebacks that show variables, such as those of pytest, do not show the key."""

    def __repr__(self) -> str:
        return repr(list(self))


@dataclass(frozen=True)
class Request:
    """The request of all attempts of a call."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None = field(repr=False)
    timeout: float


class Transport:
    """Sends the calls of a client."""

    def __init__(
        self,
        account: tuple[str, str, Secret],
        connections: Connections,
        defaults: CallOptions,
        hooks: Sequence[Callable[[Attempt], None] | None],
    ) -> None:
        self._base_url, self._tenant, self._key = account
        self.connections, self._defaults = connections, defaults
        self._before, self._after = hooks

    def send(self, call: Call[Result]) -> Response[Result]:
        """Send a call, and repeat it if that can help."""
        unknown = set(call.options or {}) - CallOptions.__annotations__.keys()
        if unknown:
            raise NameyardError(f"unknown options: {', '.join(sorted(unknown))}")
        options: CallOptions = {**self._defaults, **(call.options or {})}
        if "timeout" not in (call.options or {}):
            options["timeout"] = max(options["timeout"], call.seconds)
        check_limits(options)
        given = options.get("idempotency_key")
        # Without a key, a repeated attempt could take effect twice.
        key = (str(uuid.uuid4()) if given is None else given) if call.is_idempotent else None
        request = self._request(call, options, key)
        is_repeatable = call.method != "POST" or call.is_idempotent or call.reads
        attempts = 1
        while True:
            try:
                received, data = self._attempt(request, call.result, attempts)
            except NameyardError as error:
                error.attempts, error.idempotency_key = attempts, key
                pause = pause_after(error, attempts, is_repeatable) if attempts <= options["max_retries"] else None
                if pause is None:
                    raise
            else:
                return Response(data, received.headers.get("x-request-id"), attempts, key, received.headers)
            time.sleep(pause)
            attempts += 1

    def _request(self, call: Call[Any], options: CallOptions, key: str | None) -> Request:
        headers = Headers(
            {
                "Accept": "application/json",
                "User-Agent": USER_AGENT,
                "Authorization": f"Bearer {self._key.reveal()}",
                "X-Tenant": self._tenant,
            }
        )
        body = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            try:
                body = json.dumps(encode(call.body)).encode()
            except (TypeError, ValueError) as error:
                raise NameyardError(f"the arguments cannot be sent as JSON: {error}") from error
        own = {name.lower() for name in (*headers, "X-Idempotency-Key")}
        for name, value in options.get("headers", {}).items():
            if name.lower() in own:
                raise NameyardError(f"the header {name} is set by the client")
            if not re.fullmatch(r"[!-9;-~]+", name) or not re.fullmatch(r"[\t -~]*", value):
                raise NameyardError(f"the header {name!r} and its value must be visible ASCII characters")
            headers[name] = value
        if key is not None:
            check_token("idempotency_key", key)
            headers["X-Idempotency-Key"] = key
        query = urlencode({name: _parameter(value) for name, value in encode(call.query or {}).items()})
        url = f"{self._base_url}/sandbox/{call.path}{'?' if query else ''}{query}"
        return Request(call.method, url, headers, body, options["timeout"])

    def _attempt(self, request: Request, result: type[Result], number: int) -> tuple[Received, Result]:
        if self._before:
            self._before(Attempt(request.method, request.url, number))
        received, failure = None, None
        try:
            received = self._exchange(request)
            return received, _result_of(received, result, request.url)
        except NameyardError as error:
            failure = error
            raise
        finally:
            attempt = Attempt(request.method, request.url, number, received.status if received else None, failure)
            outcome = attempt.status or repr(failure)
            logger.debug("%s %s, attempt %d: %s", attempt.method, attempt.url, number, outcome)
            if self._after:
                self._after(attempt)

    def _exchange(self, request: Request) -> Received:
        parts = urlsplit(request.url)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        try:
            return self.connections.send(request.method, target, request.headers, request.body, request.timeout)
        except (OSError, HTTPException) as error:
            # The operating system's own timeouts have a number.
            if getattr(error, "errno", 0) is None and "timed out" in str(error):
                raise TimeoutError(f"no response within {request.timeout:g} s") from error
            reason = str(error) or type(error).__name__
            raise ConnectionError(f"the connection to {parts.scheme}://{parts.netloc} failed: {reason}") from error


class Resource:
    """Methods of the client for one kind of thing."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Method(Generic[Parameters, Result]):
    """A method of a resource: calling it returns the result of a call; `with_response` adds what its response says."""

    def __init__(self, prepare: Callable[Concatenate[Any, Parameters], Call[Result]]) -> None:
        self._prepare = prepare

    @overload
    def __get__(self, resource: None, owner: type) -> Method[Parameters, Result]: ...

    @overload
    def __get__(self, resource: Resource, owner: type) -> BoundMethod[Parameters, Result]: ...

    def __get__(self, resource: Resource | None, owner: type) -> Any:
        return self if resource is None else BoundMethod(self._prepare, resource)


class BoundMethod(Generic[Parameters, Result]):
    """A method of a client."""

    def __init__(self, prepare: Callable[Concatenate[Any, Parameters], Call[Result]], resource: Resource) -> None:
        functools.update_wrapper(self, prepare)
        self._prepare, self._resource = prepare, resource

    def __call__(self, *args: Parameters.args, **more: Parameters.kwargs) -> Result:
        """Return the result."""
        return self.with_response(*args, **more).data

    def with_response(self, *args: Parameters.args, **more: Parameters.kwargs) -> Response[Result]:
        """Return the result, and what its response says."""
        return self._prepare(self._resource, *args, **more).send()


class Page(Protocol):
    """A page of a list."""

    next: str | None


APage = TypeVar("APage", bound=Page)


def pages(
    load: Callable[[str | None], Call[APage]], items: Callable[[APage], Sequence[Item]], after: str | None
) -> Iterator[Item]:
    """Iterate over the items of all pages, which are loaded when they are needed."""
    while True:
        page = load(after).send().data
        yield from items(page)
        after = page.next
        if after is None:
            return


def segment(text: str) -> str:
    """Return text as a part of a path."""
    return quote(text, safe="")


def check_limits(options: CallOptions) -> None:
    """Raise NameyardError if an option cannot be used."""
    timeout, max_retries = options["timeout"], options["max_retries"]
    if not isinstance(timeout, int | float) or not 0 < timeout < 2**31:
        raise NameyardError(f"timeout must be a number of seconds greater than 0, not {timeout!r}")
    if not isinstance(max_retries, int) or max_retries < 0:
        raise NameyardError(f"max_retries must be an integer from 0, not {max_retries!r}")


def check_token(name: str, value: object) -> None:
    """Raise NameyardError if a value cannot be sent as a header."""
    if not isinstance(value, str) or not re.fullmatch(r"[!-~]{1,255}", value):
        raise NameyardError(f"{name} must be a string of 1 to 255 visible ASCII characters")


def _parameter(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _result_of(received: Received, result: type[Result], url: str) -> Result:
    try:
        envelope = json.loads(received.body, parse_float=Decimal)
    except ValueError:
        envelope = None
    if not 200 <= received.status < 300:
        raise _api_error(received, envelope, url)
    try:
        if envelope["data"] is not None:
            return decode(result, envelope["data"])  # type: ignore[no-any-return]
        cause = None
    except (AttributeError, ArithmeticError, KeyError, TypeError, ValueError) as error:
        cause = error
    message = "the response is incomplete, or not from the service: it is not a JSON envelope"
    raise ConnectionError(message) from cause


def _api_error(received: Received, envelope: Any, url: str) -> ApiError:
    """A proxy may respond with anything."""
    body = envelope.get("error") if isinstance(envelope, dict) else None
    if not isinstance(body, dict) or not isinstance(body.get("code"), str):
        message = f"The service responded with status {received.status} and no error code. Check the base URL."
        body = {"message": message, "retryable": received.status in RETRIED_STATUSES}
    code = body.get("code", ApiError.code)
    details = body.get("details")
    listed = details if isinstance(details, list) else []
    try:
        fields = [decode(BrokenFieldView, each) for each in listed if isinstance(each, dict)]
    except (AttributeError, ArithmeticError, TypeError, ValueError):
        fields = []  # of a later service, or of a proxy
    given = body.get("message")
    without = f"The service responded with status {received.status} and the error code {code}."
    message = given if isinstance(given, str) else without
    if code == ValidationFailedError.code and fields:
        message += " " + "; ".join(f"{each.field} {each.message}" for each in fields[:3]) + "."
    error = BY_CODE.get(code, ApiError)(message)
    error.details = fields
    error.code, error.status, error.headers = code, received.status, received.headers
    error.request_id = received.headers.get("x-request-id")
    error.retryable = body.get("retryable") is True
    error.docs = urljoin(url, body["docs"]) if isinstance(body.get("docs"), str) else None
    return error
