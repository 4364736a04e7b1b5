"""Limits the memory of a profiler's records. They cannot be counted before they are read, so the memory of the
process is watched: growth beyond the peak before the traced step is attributed to the records.
"""
import ctypes

LIMIT = 96 << 20
# In the first step a training also loads libraries and makes its first allocations; with CUDA and cuDNN several hundred MB.
FIRST_STEP_LIMIT = 1 << 30


class RecordGuard:
    def __init__(self, runtime, outgrown, limit=LIMIT):
        """outgrown(): called on the main thread, between two of its instructions, when the limit is exceeded."""
        self._usual_limit = self.limit = limit
        self.outgrown = False
        self._call = outgrown
        self._runtime = runtime
        self._most = 0  # peak in bytes before the traced step; 0 while no step is traced
        self._watched = False
        self._asked = None

    def begin(self, is_first_step=False):
        self.outgrown = False
        self.limit = self._usual_limit
        if is_first_step:
            self.limit = max(self.limit, min(FIRST_STEP_LIMIT, _available() // 4))
        self._most = _resident()[1]
        if not self._watched:
            self._watched = True
            self._runtime.collected.append(self.look)

    def end(self):
        self._most = 0

    def look(self):
        """Called by the sending thread ten times a second."""
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
            self._asked = kind(now)  # keeps the callback alive until it is called
            ctypes.pythonapi.Py_AddPendingCall(self._asked, None)
        except Exception:
            pass  # the next forward or the end of the step checks the flag


def _available():
    """Memory in bytes that the system can give without swapping; 0 if that is not known."""
    try:
        with open("/proc/meminfo") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError, IndexError):
        pass
    return 0


def _resident():
    """(current, peak) resident memory of the process in bytes."""
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
