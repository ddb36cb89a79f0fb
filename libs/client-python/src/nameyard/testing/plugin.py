"""The plugin of pytest."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from ._server import Access, Server, SharedServer, access_by
from ._world import World

SERVER = pytest.StashKey[Server]()
SHARED = pytest.StashKey[SharedServer]()
WORLDS = pytest.StashKey[list[World]]()
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def nameyard_server(pytestconfig: pytest.Config) -> Access:
    """The server of the test run; the workers of pytest-xdist share it."""
    worker = getattr(pytestconfig, "workerinput", None)
    return access_by(worker["nameyard"]) if worker else pytestconfig.stash[SERVER].access()


@pytest.fixture
def new_world(request: pytest.FixtureRequest, nameyard_server: Access) -> Iterator[Callable[..., World]]:
    """Creates worlds with the settings of `control.worlds.create`; they end with the test."""
    node: pytest.Item = request.node
    worlds = node.stash.setdefault(WORLDS, [])

    def create(**settings: Any) -> World:
        worlds.append(World(nameyard_server, **settings))
        return worlds[-1]

    yield create
    while worlds:
        world = worlds.pop()
        world.end(keep=world.keeps and node.stash.get(FAILED, False))


@pytest.fixture
def world(new_world: Callable[..., World]) -> World:
    """A sandbox of the test. If the test fails, the report tells what has happened in it."""
    return new_world()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and report.when != "teardown":
        item.stash[FAILED] = True
        report.sections += [("nameyard", world.story()) for world in item.stash.get(WORLDS, [])]
    return report


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SERVER] = Server()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """pytest-xdist calls it for each worker."""
    config: pytest.Config = node.config
    if SHARED not in config.stash:
        config.stash[SHARED] = SharedServer(config.stash[SERVER])
    node.workerinput["nameyard"] = config.stash[SHARED].address


def pytest_unconfigure(config: pytest.Config) -> None:
    # Another plugin may have failed before this one was configured.
    server = config.stash.get(SERVER, None)
    if server:
        server.stop()
