"""Converts Kineto's events to columns of spans (ops of threads, kernels of streams) and links from cause to effect."""
from .legacyspans import BACKWARD_SCOPE, LEFT_OUT, MOST_SPANS
from .modulepaths import PathAt
from .opsink import category

RUNTIME = ("cuda", "hip", "cu")
# Kineto also reports its own work on the thread that does it. It is no op of the training.
OWN_WORK = frozenset(["Activity Buffer Request", "Buffer Flush", "Instrumentation", "Resource", "UVM Activity Init"])


class KinetoReader:
    def __init__(self, sink, events):
        self._sink = sink
        self._by_thread, self._by_stream = {}, {}
        self._events = events
        self._in_ns = bool(events) and hasattr(events[0], "start_ns")
        self._zero = min((self._start(event) for event in events), default=0)
        self._placed = {}  # id of an event -> (lane's key, start ns, module)
        self._numbers = {}  # sequence number -> (lane's key, start ns, module)
        self._convolutions = {}  # sequence number -> op that is pending in the sink
        self._links = {}
        self._launches, self._causes = {}, {}
        self.left_out = 0
        self._mapped, self._ready, self._end = None, 0, 0
        for event in events:
            if _is_cpu(event):
                if event.name() in OWN_WORK:
                    continue
                self._by_thread.setdefault(event.start_thread_id(), []).append(event)
                self._index_cause(event)
            elif not _is_annotation(event):
                self._by_stream.setdefault((event.device_index(), event.device_resource_id()), []).append(event)

    def thread_of(self, name):
        return next((event.start_thread_id() for event in self._events if event.name() == name), None)

    def marks(self, name):
        """The start times of the marks, in us after the first event."""
        return sorted((self._start(event) - self._zero) / 1000.0 for event in self._events
                      if event.name() == name and _is_cpu(event))

    def place(self, mapped, ready, end):
        self._mapped, self._ready, self._end = mapped, ready, end

    def threads(self):
        return list(self._by_thread)

    def streams(self):
        return sorted(self._by_stream)

    def is_autograd(self, thread):
        return any(event.name().startswith("autograd::engine") for event in self._by_thread[thread])

    def thread_columns(self, thread, calls):
        path_at = PathAt(calls)
        starts, ends, ops, depths, stack = [], [], [], [], []  # stack: (end, name, module, row)
        previous = None
        for start, end, event in self._ordered(self._by_thread[thread]):
            name = event.name()
            while stack and stack[-1][0] <= start:
                stack.pop()
            if stack and end > stack[-1][0]:
                end = stack[-1][0]  # overlapping ranges: the inner one ends with the outer one
            if name in LEFT_OUT or (previous is not None and previous[0] == name and start < previous[1]):
                self._placed[id(event)] = (thread, starts[-1] if starts else start, stack[-1][2] if stack else "")
                continue
            if len(starts) >= MOST_SPANS:
                self.left_out += 1
                continue
            module = self._module(event, thread, start, path_at, stack, ops)
            shapes = str(event.shapes()) if hasattr(event, "shapes") else "[]"
            op = self._sink.op(name, shapes, module, self._category(event, name))
            if op in self._sink.pending and hasattr(event, "sequence_nr"):
                self._convolutions[event.sequence_nr()] = op
            self._placed[id(event)] = (thread, start, module)
            depths.append(min(len(stack), 255))
            stack.append((end, name, module, len(starts)))
            previous = (name, end)
            starts.append(start)
            ends.append(end)
            ops.append(op)
        return starts, [end - start for start, end in zip(starts, ends)], ops, depths

    def stream_columns(self, key):
        starts, durations, ops, latest = [], [], [], 0
        for start, end, event in self._ordered(self._by_stream[key]):
            start = max(start, latest)  # a stream executes one kernel at a time
            latest = max(end, start)
            name = event.name()
            cause = self._cause(event)
            placed = self._placed.get(id(cause)) if cause is not None else None
            if placed is not None:
                self._links.setdefault((placed[0], key), []).append((placed[1], start))
            starts.append(start)
            durations.append(latest - start)
            ops.append(self._sink.op(name, "[]", placed[2] if placed else "", _device_category(name)))
        return starts, durations, ops, [0] * len(starts)

    def links(self):
        """(key of the causing lane, key of the caused lane) -> pairs of start times."""
        return self._links

    def _ordered(self, events):
        rows = []
        for event in events:
            start = self._mapped.to_ns((self._start(event) - self._zero) / 1000.0)
            end = self._mapped.to_ns((self._start(event) + self._duration(event) - self._zero) / 1000.0)
            if self._ready <= start <= self._end or (not _is_cpu(event) and start >= self._ready):
                rows.append((start, end, event))
        rows.sort(key=lambda row: (row[0], -row[1]))
        return rows

    def _module(self, event, thread, start, path_at, stack, ops):
        """The module of an op. An op of the backward pass has that of its forward op, and the two are linked."""
        module = path_at(start)
        number = event.sequence_nr() if hasattr(event, "sequence_nr") else -1
        if number < 0:
            return module or (stack[-1][2] if stack else "")
        if not _is_backward(event):
            self._numbers[number] = (thread, start, module)
            return module
        forward = self._numbers.get(number)
        if forward is None:
            return module
        if not event.name().startswith("autograd::engine"):  # the range around the function of a node, with its number
            self._links.setdefault((forward[0], thread), []).append((forward[1], start))
        if number in self._convolutions and "conv" in event.name().lower() and hasattr(event, "shapes"):
            self._sink.saw_gradient(self._convolutions[number], str(event.shapes()))
        if stack and stack[-1][1].startswith("autograd::engine") and not stack[-1][2]:
            end, name, _, row = stack[-1]
            stack[-1] = (end, name, forward[2], row)
            ops[row] = self._sink.op(name, "[]", forward[2])
        return forward[2]

    def _index_cause(self, event):
        number, caller = event.correlation_id(), event.linked_correlation_id()
        if caller > 0 or event.name().startswith(RUNTIME):
            self._launches[number] = event
        elif number > 0:
            self._causes[number] = event

    def _cause(self, event):
        """The call that launched a kernel, or else the op that it belongs to."""
        return self._launches.get(event.correlation_id()) or self._causes.get(event.linked_correlation_id())

    @staticmethod
    def _category(event, name):
        return "runtime" if name.startswith(RUNTIME) and "::" not in name else category(name)

    def _start(self, event):
        return event.start_ns() if self._in_ns else event.start_us() * 1000

    def _duration(self, event):
        return event.duration_ns() if self._in_ns else event.duration_us() * 1000


def _is_backward(event):
    """True for the function of a node of the backward graph; only these name the thread of their forward op."""
    if hasattr(event, "fwd_thread_id") and event.fwd_thread_id() > 0:
        return True
    return hasattr(event, "scope") and int(event.scope()) == BACKWARD_SCOPE


def _is_cpu(event):
    kind = event.device_type()
    return getattr(kind, "name", str(kind)).split(".")[-1] == "CPU"


def _is_annotation(event):
    """A range of the script that Kineto projects onto the GPU's timeline; not work of the GPU."""
    asked = getattr(event, "is_user_annotation", None)
    return bool(asked()) if asked is not None else False


def _device_category(name):
    lower = name.lower()
    return "memcpy" if lower.startswith("memcpy") else "memset" if lower.startswith("memset") else "kernel"
