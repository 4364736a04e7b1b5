"""Converts push and pop records of PyTorch's legacy profiler to columns of spans, one thread at a time.

Each access to a record is a call into torch, and there are two records per op, so accesses are kept to a minimum.
"""
from .torchwindow import MARK

# Also excluded from torch's own reports: the profiler's ops, and attribute reads that are recorded as ops.
LEFT_OUT = frozenset([
    MARK, "profiler::_record_function_enter", "profiler::_record_function_enter_new",
    "profiler::_record_function_exit", "aten::is_leaf", "aten::output_nr", "aten::_version",
])
MOST_SPANS = 1 << 18  # per step and thread; further ones are only counted
BACKWARD_SCOPE = 1


class Forwards:
    """Ops of the forward pass by sequence number, for linking them with ops of the backward pass."""

    def __init__(self):
        self.by_number = {}  # -> (start, module)
        self.links = []  # (start of the forward op, start of the backward op)
        self.convolutions = {}  # sequence number -> op that is pending in the sink


class BlockReader:
    """Reads the records of one step. Times are mapped by line = (ns at base, base us, ns per us), see
    ClockMap.line()."""

    def __init__(self, sink, base, line, ready, end):
        self._sink = sink
        self._elapsed = base.cpu_elapsed_us
        self._line = line
        self._ready, self._end = ready, end
        self.left_out = 0

    def read(self, block, path_at, forwards):
        """(starts, durations, ops, depths) of one thread, sorted by start. forwards: filled and read; None: no
        links."""
        first = next((record for record in block if record.kind() == "push"), None)
        if first is None:
            return [], [], [], []
        # Records have a handle from 1.6 on (before, they end in reverse order) and a sequence number from 1.7 on.
        by_handle = hasattr(first, "handle")
        numbered = forwards is not None and hasattr(first, "sequence_nr") and hasattr(first, "scope")
        return self._read(block, path_at, forwards if numbered else None, by_handle)

    def _read(self, block, path_at, forwards, by_handle):
        at, base_us, rate = self._line
        elapsed, ready, end = self._elapsed, self._ready, self._end
        op_ids, new_op, pending = self._sink.ids, self._sink.op, self._sink.pending
        starts, ends, ops, depths = [], [], [], []
        stack, handles, modules = [], [], []  # rows, handles and modules of the open spans
        previous, latest = None, 0
        skipped, unnamed = set(), []
        serial = 0
        for record in block:
            kind = record.kind()
            if kind == "push":
                name = record.name()
                serial += 1
                handle = record.handle() if by_handle else serial
                if not by_handle:
                    unnamed.append(handle)
                # An op that calls an op of the same name counts as one op, as in torch's own tables.
                if name in LEFT_OUT or name == previous:
                    skipped.add(handle)
                    continue
                time = at + int((elapsed(record) - base_us) * rate)
                if time < ready or time > end:
                    skipped.add(handle)  # caused by the marks
                    continue
                if len(starts) >= MOST_SPANS:
                    self.left_out += 1
                    skipped.add(handle)
                    continue
                if time < latest:
                    time = latest
                previous, latest = name, time
                module = path_at(time)
                if forwards is not None:
                    number = record.sequence_nr()
                    if number >= 0:
                        module = self._follow(record, number, time, module, forwards, modules, ops, stack)
                    elif not module and modules:
                        module = modules[-1][0]
                shapes = str(record.shapes())
                op = op_ids.get((name, shapes, module))
                if op is None:
                    op = new_op(name, shapes, module)
                if op in pending and forwards is not None and number >= 0:
                    forwards.convolutions[number] = op
                ops.append(op)
                depths.append(len(stack) if len(stack) < 255 else 255)
                stack.append(len(starts))
                handles.append(handle)
                modules.append((module, name))
                starts.append(time)
                ends.append(-1)
            elif kind == "pop":
                if by_handle:
                    handle = record.handle()
                elif unnamed:
                    handle = unnamed.pop()
                else:
                    continue
                if handle in skipped:
                    continue
                previous = None
                if handle not in handles:
                    continue  # began on another thread or before the window
                time = at + int((elapsed(record) - base_us) * rate)
                if time < latest:
                    time = latest
                latest = time
                while True:  # more than one round only for overlapping ranges: the inner ones end with the outer one
                    ends[stack.pop()] = time
                    modules.pop()
                    if handles.pop() == handle:
                        break
        while stack:
            ends[stack.pop()] = latest
        return starts, [until - start for start, until in zip(starts, ends)], ops, depths

    def _follow(self, record, number, time, module, forwards, modules, ops, stack):
        """The module of an op. An op of the backward pass has that of its forward op, and the two are linked."""
        if record.scope() != BACKWARD_SCOPE:
            forwards.by_number[number] = (time, module)  # the last op of a number creates the backward node
            return module
        forward = forwards.by_number.get(number)
        if forward is None:
            return module
        forwards.links.append((forward[0], time))
        if number in forwards.convolutions and "conv" in record.name().lower():
            self._sink.saw_gradient(forwards.convolutions[number], str(record.shapes()))
        if modules and modules[-1][1].startswith("autograd::engine") and not modules[-1][0]:
            # The enclosing range of the autograd engine gets its module only now.
            ops[stack[-1]] = self._sink.op(modules[-1][1], "[]", forward[1])
            modules[-1] = (forward[1], modules[-1][1])
        return forward[1]
