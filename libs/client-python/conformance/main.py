"""Plays the rows of libs/client/conformance/cases.json and prints the outcome of each as a line of JSON."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any, get_type_hints

from nameyard import ApiError, CallOptions, Nameyard, NameyardError, Secret, SignatureError, webhooks
from nameyard._values import decode

Json = dict[str, Any]

# These arguments of the table are the named arguments of a method.
SPREAD = ("changes", "expected", "settings")


class Player:
    """Plays the steps of a row."""

    def __init__(self, client: Nameyard | None) -> None:
        self.client, self.saved = client, dict[str, Any]()

    def play(self, step: Json) -> Json:
        """Return the outcome of a step."""
        outcome = self._outcome_of(step)
        if "save" in step:
            self.saved[step["save"]] = outcome.get("result")
        return outcome

    def _outcome_of(self, step: Json) -> Json:
        args = resolve(step.get("args", {}), self.saved)
        try:
            if self.client is None:
                return {"result": plain(webhooks.unwrap(args.pop("body"), args.pop("headers"), **args))}
            method: Any = self.client
            for name in step["call"].split("."):
                method = getattr(method, name)
            given = arguments_of(getattr(method, "__wrapped__", method), args)
            if not hasattr(method, "with_response"):
                items: Iterator[Any] = method(**given, options=options_of(step))
                return {"result": [plain(item) for item in items]}
            response = method.with_response(**given, options=options_of(step))
        except NameyardError as error:
            return {"error": describe(error)}
        result = plain(response.data)
        return {"result": result, "attempts": response.attempts, "idempotency_key": response.idempotency_key}


def arguments_of(method: Any, args: Json) -> Json:
    """Return the arguments with the types of the method."""
    spread = {name: value for key in SPREAD for name, value in args.get(key, {}).items()}
    given = {**{name: value for name, value in args.items() if name not in SPREAD}, **spread}
    hints = get_type_hints(method)
    return {name: decode(hints[name], value) for name, value in given.items()}


def options_of(step: Json) -> CallOptions:
    """Return the options; the times of the table are in milliseconds."""
    options: CallOptions = step.get("options", {})
    return {**options, "timeout": options["timeout"] / 1000} if "timeout" in options else options


def describe(error: NameyardError) -> Json:
    """Return the members of an error."""
    members: Json = {"class": type(error).__name__, "message": str(error)}
    members |= {"attempts": error.attempts, "idempotency_key": error.idempotency_key}
    if isinstance(error, SignatureError):
        members["reason"] = error.reason
    if isinstance(error, ApiError):
        names = ("status", "code", "request_id", "retryable", "docs", "details")
        members |= {name: plain(getattr(error, name)) for name in names}
    return members


def resolve(value: Any, saved: Mapping[str, Any]) -> Any:
    """Replace `$name.member` by what an earlier step has saved."""
    if isinstance(value, dict):
        return {name: resolve(each, saved) for name, each in value.items()}
    if isinstance(value, list):
        return [resolve(each, saved) for each in value]
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    found: Any = saved
    for name in value[1:].split("."):
        found = found[name]
    return found


def plain(value: Any) -> Any:
    """Return a typed value as JSON, with null for what is missing."""
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return {each.name.rstrip("_"): plain(getattr(value, each.name)) for each in fields}
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, Decimal):
        return float(value)
    return value.reveal() if isinstance(value, Secret) else value


def play_row(index: int, row: Json, parent: Nameyard) -> Json:
    """Return the outcomes of a row."""
    if row["call"].startswith("webhooks."):
        return {"row": index, "main": [Player(None).play(row)]}
    if "responses" in row:
        client = Nameyard(f"{os.environ['NAMEYARD_STUB']}/{index}/api/v1", "stub", "ny_sandbox_stub")
        return {"row": index, "main": [Player(client).play(row)]}
    world = parent.control.worlds.create()
    player = Player(Nameyard(os.environ["NAMEYARD_URL"], world.tenant, world.key))
    before = [player.play(step) for step in row.get("before", [])]
    for fault in row.get("faults", []):
        player.play({"call": "control.faults.add", "args": fault})
    parallel = row.get("parallel", 1)
    with ThreadPoolExecutor(parallel) as pool:
        main = list(pool.map(player.play, [row] * parallel))
    after = [player.play(step) for step in row.get("after", [])]
    parent.control.worlds.end(world.tenant)
    return {"row": index, "before": before, "main": main, "after": after, "saved": player.saved}


def run() -> None:
    """Play all rows."""
    rows = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    parent = Nameyard(*(os.environ[f"NAMEYARD_{name}"] for name in ("URL", "TENANT", "KEY")))
    with ThreadPoolExecutor(8) as pool:
        for played in pool.map(play_row, range(len(rows)), rows, [parent] * len(rows)):
            print(json.dumps(played))


if __name__ == "__main__":
    run()
