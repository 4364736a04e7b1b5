"""PyTorch: time that the training waits for data, epochs, and load times in the workers of a DataLoader."""
import functools
import os
import sys
import weakref

from .. import clock, wire
from ..traceback_frames import drop_own_frame, hidden
from ..workerport import WorkerPort, WorkerSender

FETCH = "DataLoader fetch"
MOST_OPEN = 16


class OpenIterator:
    """An iterator of a DataLoader that has not ended."""

    def __init__(self, loader, iterator, start, tensor):
        self.reference = weakref.ref(iterator)
        self.start = start
        self.fetched = 0  # samples of the last batch, before the training is known to use this iterator
        self._tensor = tensor
        self._makes_batches = getattr(loader, "batch_sampler", None) is not None
        self._size = getattr(loader, "batch_size", None) or 0
        self._left = 0  # samples of all further batches, 0 if unknown
        if self._size:
            try:
                self._left = len(loader.sampler)
            except Exception:  # an iterable data set has no length
                pass

    def samples_of(self, batch):
        """The number of samples of the next batch; 0 if the DataLoader does not know it (batch_size=None)."""
        if self._left > 0:
            samples = min(self._size, self._left)
            self._left -= samples
            return samples
        return self._first_dimension(batch, 0) if self._makes_batches else 0

    def _first_dimension(self, value, depth):
        if isinstance(value, self._tensor):
            return int(value.shape[0]) if len(value.shape) else 0
        if depth < 3 and isinstance(value, (list, tuple, dict)):
            for inner in (value.values() if isinstance(value, dict) else value):
                samples = self._first_dimension(inner, depth + 1)
                if samples:
                    return samples
        return 0


class DataWatch:
    def __init__(self, torch, runtime, phases, replace):
        """replace(owner, name, make): BaseInstrument.replace."""
        self._runtime = runtime
        self._phases = phases
        self._tensor = torch.Tensor
        self._open = []  # of OpenIterator, oldest first
        self._port = None
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
        if self._port is not None:
            self._port.close()
        self._port = None

    def forward(self):
        """Called at a training forward: begins an epoch of the oldest open iterator, if none is open."""
        self._open = [row for row in self._open if row.reference() is not None]
        over = self._phases.epoch_over
        if over is not None:
            if over() is not None or not self._open:
                return
            self._phases.epoch_ends(clock.now_ns())
        if self._open:
            first = self._open[0]
            self._phases.epoch_begins(first.start, first.reference)
            quiet = self._runtime.tracker.quiet
            quiet.fetched += first.fetched
            quiet.mixed = any(row.fetched for row in self._open[1:])

    @property
    def wants_forwards(self):
        return bool(self._open) and self._phases.epoch_over is None

    def _iterating(self, original):
        @hidden
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
            self._began(loader, iterator, start)
            return iterator

        return __iter__

    def _began(self, loader, iterator, start):
        try:
            if self._runtime.off:
                return
            if any(row.reference() is iterator for row in self._open):  # a persistent iterator begins again
                self._ended(iterator, start)
            self._runtime.tracker.quiet.leave()
            if len(self._open) < MOST_OPEN:
                self._open.append(OpenIterator(loader, iterator, start, self._tensor))
        except Exception as error:
            self._runtime.failed("at the data", error)

    def _ended(self, iterator, end):
        self._runtime.tracker.quiet.leave()
        over = self._phases.epoch_over
        if over is not None and (over() is iterator or over() is None):
            self._phases.epoch_ends(end)
        self._open = [row for row in self._open if row.reference() not in (None, iterator)]

    def _fetching(self, original):
        @hidden
        @functools.wraps(original)
        def __next__(iterator):
            outermost, self._inside = not self._inside, True
            start = clock.now_ns()
            try:
                batch = original(iterator)
            except BaseException as error:
                if outermost and isinstance(error, StopIteration):
                    self._fetched(iterator, start, True)
                drop_own_frame(error)
                raise
            finally:
                self._inside = not outermost
            if outermost:
                self._fetched(iterator, start, False, batch)
            return batch

        return __next__

    def _fetched(self, iterator, start, is_end, batch=None):
        try:
            if self._runtime.off:
                return
            end = clock.now_ns()
            if is_end:
                self._ended(iterator, end)
            else:
                self._lane.add(start, end, FETCH)
                self._count(iterator, batch)
        except Exception as error:
            self._runtime.failed("at the data", error)

    def _count(self, iterator, batch):
        for row in self._open:
            if row.reference() is iterator:
                samples = row.samples_of(batch)
                if self._phases.epoch_over is row.reference:
                    self._runtime.tracker.quiet.fetched += samples
                else:
                    row.fetched = samples  # the training uses it if its epoch begins with it
                    self._runtime.tracker.quiet.mixed = self._phases.epoch_over is not None
                return

    def _listen_to_workers(self):
        try:
            if self._port is None and not self._runtime.off and self._runtime.ready(start_thread=False):
                self._port = WorkerPort(self._runtime.own, FETCH)
                self._runtime.collected.append(self._port.receive)
        except Exception as error:
            self._runtime.failed("before the data workers", error)

    @staticmethod
    def _working(original):
        @hidden
        @functools.wraps(original)
        def _worker_loop(*args, **kwargs):
            sender = None
            try:
                sender = _time_worker_fetches()
            except Exception:
                pass
            try:
                return original(*args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise
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
    @hidden
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
