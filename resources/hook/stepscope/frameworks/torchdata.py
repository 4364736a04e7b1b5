"""PyTorch: time that the training waits for data, epochs, and load times in the workers of a DataLoader."""
import functools
import os
import sys
import weakref

from .. import clock, wire
from ..traceback_frames import drop_own_frame
from ..workerport import WorkerPort, WorkerSender

FETCH = "DataLoader fetch"
MOST_OPEN = 16


class DataWatch:
    def __init__(self, torch, runtime, phases, replace):
        """replace(owner, name, make): BaseInstrument.replace."""
        self._runtime = runtime
        self._phases = phases
        self._open = []  # (weak reference to the iterator, its start), oldest first
        self.restart()
        loader = sys.modules.get("torch.utils.data.dataloader")
        if loader is None:
            return
        replace(loader.DataLoader, "__iter__", self._iterating)
        for name in ("_BaseDataLoaderIter", "_SingleProcessDataLoaderIter", "_MultiProcessingDataLoaderIter"):
            kind = getattr(loader, name, None)
            if kind is not None and "__next__" in vars(kind):
                replace(kind, "__next__", self._fetching)
        worker = sys.modules.get("torch.utils.data._utils.worker")
        if worker is not None and hasattr(worker, "_worker_loop"):
            replace(worker, "_worker_loop", self._working)

    def restart(self):
        own = self._runtime.own
        self._lane = own.lane(wire.LANE_PHASES, 0, "data", "data")
        self._open = []
        self._inside = False
        self._port = None

    def forward(self):
        """Called at a training forward: begins an epoch of the oldest open iterator, if none is open."""
        self._open = [row for row in self._open if row[0]() is not None]
        over = self._phases.epoch_over
        if over is not None:
            if over() is not None or not self._open:
                return
            self._phases.epoch_ends(clock.now_ns())
        if self._open:
            iterator, start = self._open[0]
            self._phases.epoch_begins(start, iterator)

    @property
    def wants_forwards(self):
        return bool(self._open) and self._phases.epoch_over is None

    def _iterating(self, original):
        @functools.wraps(original)
        def __iter__(loader):
            start = clock.now_ns()
            try:
                if getattr(loader, "num_workers", 0):
                    self._listen_to_workers()
                iterator = original(loader)
            except BaseException as error:
                drop_own_frame(error)
                raise
            self._began(iterator, start)
            return iterator

        return __iter__

    def _began(self, iterator, start):
        try:
            if self._runtime.off:
                return
            for row in [row for row in self._open if row[0]() is iterator]:  # a persistent iterator begins again
                self._ended(row[0](), start)
            self._runtime.tracker.quiet.leave()
            if len(self._open) < MOST_OPEN:
                self._open.append((weakref.ref(iterator), start))
        except Exception as error:
            self._runtime.failed("at the data", error)

    def _ended(self, iterator, end):
        self._runtime.tracker.quiet.leave()
        over = self._phases.epoch_over
        if over is not None and (over() is iterator or over() is None):
            self._phases.epoch_ends(end)
        self._open = [row for row in self._open if row[0]() not in (None, iterator)]

    def _fetching(self, original):
        @functools.wraps(original)
        def __next__(iterator):
            if self._inside or self._runtime.off:
                return original(iterator)
            self._inside = True
            start = clock.now_ns()
            try:
                batch = original(iterator)
            except StopIteration:
                self._fetched(iterator, start, True)
                raise
            except BaseException as error:
                drop_own_frame(error)
                raise
            finally:
                self._inside = False
            self._fetched(iterator, start, False)
            return batch

        return __next__

    def _fetched(self, iterator, start, is_end):
        try:
            end = clock.now_ns()
            if is_end:
                self._ended(iterator, end)
            else:
                self._lane.add(start, end, FETCH)
        except Exception as error:
            self._runtime.failed("at the data", error)

    def _listen_to_workers(self):
        try:
            if self._port is None and not self._runtime.off and self._runtime.ready(start_thread=False):
                self._port = WorkerPort(self._runtime.own, FETCH)
                self._runtime.collected.append(self._port.receive)
        except Exception as error:
            self._runtime.failed("before the data workers", error)

    @staticmethod
    def _working(original):
        @functools.wraps(original)
        def _worker_loop(*args, **kwargs):
            sender = None
            try:
                sender = _time_worker_fetches()
            except Exception:
                pass
            try:
                return original(*args, **kwargs)
            finally:
                if sender is not None:
                    sender.flush()

        return _worker_loop


def _time_worker_fetches():
    """In a worker process: wraps the fetchers so that they report how long each batch took."""
    fetch = sys.modules.get("torch.utils.data._utils.fetch")
    sender = WorkerSender(os.getppid())
    for name in ("_MapDatasetFetcher", "_IterableDatasetFetcher"):
        kind = getattr(fetch, name, None)
        if kind is not None and "fetch" in vars(kind):
            kind.fetch = _timed(kind.fetch, sender)
    return sender


def _timed(original, sender):
    @functools.wraps(original)
    def fetch(*args, **kwargs):
        start = clock.now_ns()
        try:
            result = original(*args, **kwargs)
        except BaseException as error:
            drop_own_frame(error)
            raise
        sender.add(start, clock.now_ns())
        return result

    return fetch
