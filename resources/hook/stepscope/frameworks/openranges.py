"""Ends the script's ranges (record_function) that are still open when a trace ends.

Kineto keeps a pointer into the trace in each open range. A range that ends while a later trace is on writes through that
pointer, into memory that was freed with the first trace, and the process crashes. A range that has ended already ignores
its second end. So a range around a whole iteration, such as those of torch.profiler's schedule, is recorded up to the end
of the step.
"""
import _thread
import functools

from ..traceback_frames import drop_own_frame, hidden

METHODS = ("__enter__", "__exit__")


class OpenRanges:
    def __init__(self, record_function):
        self._class = record_function
        self._open = []
        self._notes = False
        self._originals = self._wrappers = None

    def start(self):
        """From now on the ranges that the calling thread opens are noted. record_function is replaced only until
        stop()."""
        self.stop(end_open=False)  # of a trace that another thread has begun
        self._open, self._notes = [], True
        self._originals = [getattr(self._class, name) for name in METHODS]
        self._wrappers = self._watching(_thread.get_ident(), self._open, *self._originals)
        for name, wrapper in zip(METHODS, self._wrappers):
            setattr(self._class, name, wrapper)

    def freeze(self):
        """The trace has ended, and its open ranges stay open; from now on only their ends are noted."""
        self._notes = False
        if not self._open:
            self.stop()

    @property
    def any_open(self):
        return bool(self._open)

    def stop(self, end_open=True):
        """Restores record_function. end_open: also ends the noted ranges that are open; called before the trace ends."""
        if self._wrappers is None:
            return
        for name, wrapper, original in zip(METHODS, self._wrappers, self._originals):
            if self._class.__dict__.get(name) is wrapper:  # else it is wrapped again; it has no effect any more
                setattr(self._class, name, original)
        leave, self._wrappers = self._originals[1], None
        opened, self._open = list(self._open), []
        if end_open:
            for entered in reversed(opened):
                try:
                    leave(entered, None, None, None)
                except Exception:  # old versions require the innermost range first, and one of torch may be open
                    pass

    def _watching(self, thread, opened, enter, leave):
        ident = _thread.get_ident

        @hidden
        @functools.wraps(enter)
        def __enter__(entered):
            try:
                result = enter(entered)
            except BaseException as error:
                drop_own_frame(error)
                raise
            if self._notes and ident() == thread and self._open is opened:
                opened.append(entered)
            return result

        @hidden
        @functools.wraps(leave)
        def __exit__(entered, *what):
            for at in range(len(opened) - 1, -1, -1):
                if opened[at] is entered:
                    del opened[at]
                    break
            try:
                return leave(entered, *what)
            except BaseException as error:
                drop_own_frame(error)
                raise

        return __enter__, __exit__
