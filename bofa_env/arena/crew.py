"""Crew: many hands that play games, processes on this machine or actors on a Ray cluster. Both play the same games."""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from queue import Queue
from threading import Event, Thread
from typing import Any, Protocol

from .guard import CannotPlay, Guard
from .jobs import Job
from .play import Result
from .players import Kind
from .setting import Setting

BACKENDS = ("local", "ray")
_TOGETHER = 32  # games that bots who can are asked about at once
_ONE_BY_ONE = 2
_ANSWERS_WITHIN = 10.0  # seconds for a cluster


class Hand(Protocol):
    """Plays games, one batch after the other."""

    kinds: dict[str, Kind]

    def start(self) -> None: ...
    def play(self, jobs: Sequence[Job]) -> Iterator[Result]: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class RayHand:
    """A guard somewhere on a Ray cluster."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor
        self.kinds: dict[str, Kind] = {}
        self._stopped = False

    def start(self) -> None:
        """Wait until it is ready to play."""
        import ray

        try:
            self.kinds = ray.get(self._actor.start.remote())
        except ray.exceptions.RayTaskError as error:
            raise CannotPlay(str(error.cause)) from None

    def play(self, jobs: Sequence[Job]) -> Iterator[Result]:
        """Results as they come."""
        import ray

        try:
            for result in self._actor.play.options(num_returns="streaming").remote(list(jobs)):
                yield ray.get(result)
        except ray.exceptions.RayTaskError as error:
            raise CannotPlay(str(error.cause)) from None
        except ray.exceptions.RayActorError as error:
            if not self._stopped:
                raise CannotPlay(f"a node of the cluster was lost ({error}); the same command goes on") from None

    def stop(self) -> None:
        """Drop the games in flight."""
        import ray

        self._stopped = True
        ray.kill(self._actor)

    def close(self) -> None:
        """The end; the actor ends its playing process first."""
        import ray

        if not self._stopped:
            self._stopped = True
            ray.get(self._actor.close.remote())
            ray.kill(self._actor)


class _RayGuard:
    """What runs in a Ray actor."""

    def __init__(self, *args: Any) -> None:
        self._guard = Guard(*args)

    def start(self) -> dict[str, Kind]:
        self._guard.start()
        return self._guard.kinds

    def play(self, jobs: Sequence[Job]) -> Iterator[Result]:
        yield from self._guard.play(jobs)

    def close(self) -> None:
        self._guard.close()


class Crew:
    """Hands that share the work. They are started by `start`, one first: if it has to compile, the others then need not."""

    def __init__(
        self, specs: Sequence[str], setting: Setting, hands: int, clock: float = 60.0, patience: float = 300.0,
        backend: str = "local", address: str | None = None,
    ) -> None:  # fmt: skip
        self.clock = clock
        args = (tuple(specs), setting, clock, patience)
        self._hands: list[Hand] = (
            [Guard(*args) for _ in range(hands)] if backend == "local" else _ray_hands(hands, args, address)
        )
        self.kinds: dict[str, Kind] = {}
        self._stop = Event()

    def start(self) -> dict[str, Kind]:
        """Get the first hand ready; returns what the bots are."""
        self._hands[0].start()
        self.kinds = self._hands[0].kinds
        return self.kinds

    def play(self, jobs: Sequence[Job]) -> Iterator[Result]:
        """Play games; every one as soon as it is finished, in any order."""
        work = deque(self.batches(jobs))
        news: Queue[Result | BaseException | None] = Queue()
        threads = [Thread(target=self._work, args=(hand, work, news), daemon=True) for hand in self._hands]
        for thread in threads:
            thread.start()
        busy = len(threads)
        try:
            while busy:
                item = news.get()
                if item is None:
                    busy -= 1
                elif isinstance(item, BaseException):
                    raise item
                else:
                    yield item
        finally:
            if busy:  # an error, Ctrl-C, or nobody wants more
                self.stop()
            for thread in threads:
                thread.join()

    def _work(self, hand: Hand, work: deque[list[Job]], news: Queue[Result | BaseException | None]) -> None:
        try:
            while work and not self._stop.is_set():
                try:
                    batch = work.popleft()
                except IndexError:
                    break
                for result in hand.play(batch):
                    news.put(result)
        except BaseException as error:
            if not self._stop.is_set():
                news.put(error)
        news.put(None)

    def batches(self, jobs: Iterable[Job]) -> list[list[Job]]:
        """Games that can be played together: of one study, between the same two bots with the same seed of play."""
        jobs = list(jobs)
        most = max(_ONE_BY_ONE, min(_TOGETHER, len(jobs) // (2 * len(self._hands))))
        batches: list[list[Job]] = []
        open_: dict[Any, list[Job]] = {}
        for job in jobs:
            together = frozenset((job.free, job.dark))
            size = most if all(self.kinds[spec].batched for spec in together) else _ONE_BY_ONE
            like = (job.study.name, together, job.play)
            batch = open_.get(like)
            if batch is None or len(batch) >= size:
                batch = open_[like] = []
                batches.append(batch)
            batch.append(job)
        return batches

    def stop(self) -> None:
        """Drop the games in flight."""
        self._stop.set()
        for hand in self._hands:
            hand.stop()

    def close(self) -> None:
        """The end."""
        for hand in self._hands:
            hand.close()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _ray_hands(hands: int, args: tuple[Any, ...], address: str | None) -> list[Hand]:
    try:
        import ray
    except ImportError:
        raise CannotPlay("the backend ray needs Ray: pip install 'bofa-env[cluster]'") from None
    if not ray.is_initialized():
        where: dict[str, Any] = {"address": address} if address else {"num_cpus": hands, "include_dashboard": False}
        if address:
            _check_answers(address)
        try:
            ray.init(log_to_driver=False, **where)
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
            raise CannotPlay(f"Ray could not be started or joined{f' at {address}' if address else ''}: {error}") from None
    actor = ray.remote(num_cpus=1)(_RayGuard)
    return [RayHand(actor.remote(*args)) for _ in range(hands)]


def _check_answers(address: str) -> None:
    """CannotPlay if nothing listens there: Ray itself would go on trying for minutes."""
    if address in ("auto", "local"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isdecimal()):
        raise CannotPlay(f"{address!r} is no address of a Ray cluster: write host:port, such as 10.0.0.1:6379, or auto")
    try:
        socket.create_connection((host, int(port)), timeout=_ANSWERS_WITHIN).close()
    except (OSError, OverflowError) as error:
        raise CannotPlay(f"no Ray cluster answers at {address}: {error}") from None


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
