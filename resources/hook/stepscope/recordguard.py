"""Keeps a profiler's records from filling the memory: they cannot be counted before they are read, but the process's
memory can be watched. Growth beyond the most that the training took without them is theirs.
"""
import ctypes

LIMIT = 96 << 20


class RecordGuard:
    def __init__(self, runtime, outgrown, limit=LIMIT):
        """outgrown(): called on the main thread between two of its instructions, if it comes to that."""
        self.limit = limit
        self.outgrown = False
        self._call = outgrown
        self._runtime = runtime
        self._most = 0  # the peak before the step; 0: none is traced
        self._watched = False
        self._asked = None

    def begin(self):
        self.outgrown = False
        self._most = _resident()[1]
        if not self._watched:
            self._watched = True
            self._runtime.collected.append(self.look)

    def end(self):
        self._most = 0

    def look(self):
        """In the sending thread, ten times a second."""
        most = self._most
        if most and not self.outgrown and _resident()[0] > most + self.limit:
            self.outgrown = True
            self._interrupt()

    def _interrupt(self):
        def now(_):
            try:
                self._call()
            except Exception as error:
                self._runtime.failed("while ending the trace of a step", error)
            return 0

        try:
            kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
            self._asked = kind(now)  # kept: it is called later
            ctypes.pythonapi.Py_AddPendingCall(self._asked, None)
        except Exception:
            pass  # the next forward, or the step's end, will see it


def _resident():
    """(bytes now, the most so far)."""
    now = most = 0
    try:
        with open("/proc/self/status") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    most = int(line.split()[1]) << 10
                elif line.startswith("VmRSS:"):
                    now = int(line.split()[1]) << 10
    except (OSError, ValueError, IndexError):
        pass
    return now, most
