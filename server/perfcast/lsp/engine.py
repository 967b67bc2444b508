"""The model in its own thread: loading, running and cancelling, while the event loop stays free."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from pathlib import Path
from typing import TypeVar

from perfcast.forecast import Predictor
from perfcast.rlm import BundleError, Cancelled

logger = logging.getLogger(__name__)

_SECONDS_BETWEEN_STOPS = 0.02

Result = TypeVar("Result")
Loader = Callable[[Path | None], Predictor]


class Job:
    """One piece of work for the model's thread."""

    cancelled = False
    """Work that takes long looks at this between its parts."""


class State(Enum):
    """What the engine is at."""

    STARTING = "starting"
    LOADING = "loading"
    READY = "ready"
    ERROR = "error"


class Engine:
    """Runs one job at a time, first come first served; work in the background only while there is no other.

    All methods are for the event loop's thread.
    """

    def __init__(self, loader: Loader, changed: Callable[[], None]) -> None:
        """Take what loads a model, and what to call when the state has changed."""
        self._loader = loader
        self._changed = changed
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="perfcast-model")
        self._lock = threading.Lock()
        self._running: Job | None = None
        self._waiting = 0
        self._at_leisure = asyncio.Event()
        self._at_leisure.set()
        self._is_closed = False
        self._background: set[Job] = set()
        self._predictor: Predictor | None = None
        self.state = State.STARTING
        self.problem = ""

    @property
    def predictor(self) -> Predictor | None:
        """The loaded model's; None unless the state is READY."""
        return self._predictor if self.state is State.READY else None

    async def load(self, bundle: Path | None) -> None:
        """Load a model in place of the one that is loaded. Afterwards the state is READY or ERROR.

        Args:
            bundle: its folder, which may begin with ``~``; None for the packaged one.
        """
        self._check_open()
        self._turn(State.LOADING)
        loop = asyncio.get_running_loop()
        try:
            path = None if bundle is None else bundle.expanduser()
            self._predictor = await loop.run_in_executor(self._executor, self._loader, path)
            self._turn(State.READY)
        except BundleError as error:
            self._turn(State.ERROR, str(error))
        except Exception as error:
            # A wheel that is missing or broken raises whatever it likes; the server lives on and says so.
            logger.exception("the model does not load")
            self._turn(State.ERROR, f"the model does not load: {error}")

    async def run(self, work: Callable[[Predictor, Job], Result]) -> Result:
        """Do work in the model's thread. Cancelling the awaiting task stops it there, too.

        Raises:
            RuntimeError: no model is loaded.
        """
        self._waiting += 1
        self._at_leisure.clear()
        for job in self._background:
            self._end(job)
        try:
            return await self._run(Job(), work)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._at_leisure.set()

    async def run_in_background(self, work: Callable[[Predictor, Job], Result]) -> Result:
        """As `run`, but only while nothing else is to be done: other work interrupts it, and it begins again later.

        What it had computed by then is in the predictor's cache.

        Raises:
            RuntimeError: no model is loaded.
        """
        while True:
            while self._waiting:
                # Who waits wakes after all that was ready: by then there may be other work again.
                await self._at_leisure.wait()
            job = Job()
            self._background.add(job)
            try:
                return await self._run(job, work)
            except Cancelled:
                # For the sake of other work.
                continue
            finally:
                self._background.discard(job)

    async def _run(self, job: Job, work: Callable[[Predictor, Job], Result]) -> Result:
        self._check_open()
        future = self._executor.submit(self._execute, job, work)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            self._end(job)
            raise

    def _end(self, job: Job) -> None:
        job.cancelled = True
        self._stop(job)

    def close(self) -> None:
        """Stop the job under way and drop the others."""
        self._is_closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            if self._running is not None:
                self._running.cancelled = True
                self._stop_model()

    def _check_open(self) -> None:
        if self._is_closed:
            # Whoever still asks, as a load that has just ended does, goes the way of all other work.
            raise asyncio.CancelledError

    def _turn(self, state: State, problem: str = "") -> None:
        self.state, self.problem = state, problem
        self._changed()

    def _execute(self, job: Job, work: Callable[[Predictor, Job], Result]) -> Result:
        predictor = self._predictor
        if predictor is None:
            raise RuntimeError("no model is loaded")
        with self._lock:
            self._running = job
        try:
            while True:
                if job.cancelled:
                    raise Cancelled
                try:
                    return work(predictor, job)
                except Cancelled:
                    # Meant for a job that had just ended: this one goes on from what is in the cache.
                    if job.cancelled:
                        raise
        finally:
            with self._lock:
                self._running = None

    def _stop(self, job: Job) -> None:
        """Stop the model as often as it takes: told between two of its runs, it would begin the next one."""
        with self._lock:
            if self._running is not job:
                return
            self._stop_model()
        asyncio.get_running_loop().call_later(_SECONDS_BETWEEN_STOPS, self._stop, job)

    def _stop_model(self) -> None:
        if self._predictor is not None:
            self._predictor.cancel()
