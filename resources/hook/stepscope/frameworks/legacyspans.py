"""Raw push and pop records of PyTorch's legacy profiler to columns of spans, one thread at a time.

Records are asked for little: each question is a call into torch, and there are two records an op.
"""
from .torchwindow import MARK

# What torch's own reports leave out: the profiler's own ops, and attribute reads that look like ops.
LEFT_OUT = frozenset([
    MARK, "profiler::_record_function_enter", "profiler::_record_function_enter_new",
    "profiler::_record_function_exit", "aten::is_leaf", "aten::output_nr", "aten::_version",
])
MOST_SPANS = 1 << 18  # of a step and thread; the rest is counted
BACKWARD_SCOPE = 1


class Forwards:
    """Ops of the forward by their sequence number, for the backward to find them."""

    def __init__(self):
        self.by_number = {}  # -> (start, module)
        self.links = []  # (start of the forward's op, start of the backward's)


class BlockReader:
    """One thread's records of one step. Times are mapped by line = (ns at base, base us, ns per us)."""

    def __init__(self, sink, base, line, ready, end):
        self._sink = sink
        self._elapsed = base.cpu_elapsed_us
        self._line = line
        self._ready, self._end = ready, end
        self.left_out = 0

    def read(self, block, path_at, forwards):
        """(starts, durations, ops, depths) in order of start. forwards: filled and asked; None where there is none."""
        first = next((record for record in block if record.kind() == "push"), None)
        if first is None:
            return [], [], [], []
        # Before 1.6 records have no handle and end in the order in which they began; before 1.7 no number.
        by_handle = hasattr(first, "handle")
        numbered = forwards is not None and hasattr(first, "sequence_nr") and hasattr(first, "scope")
        return self._read(block, path_at, forwards if numbered else None, by_handle)

    def _read(self, block, path_at, forwards, by_handle):
        at, base_us, rate = self._line
        elapsed, ready, end = self._elapsed, self._ready, self._end
        known, new_op = self._sink.ids, self._sink.op
        starts, ends, ops, depths = [], [], [], []
        stack, handles, modules = [], [], []  # rows, handles and modules of the spans open
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
                # A wrapper that calls on to the op of the same name is one op, as in torch's own tables.
                if name in LEFT_OUT or name == previous:
                    skipped.add(handle)
                    continue
                time = at + int((elapsed(record) - base_us) * rate)
                if time < ready or time > end:
                    skipped.add(handle)  # made by the marks
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
                op = known.get((name, shapes, module))
                if op is None:
                    op = new_op(name, shapes, module, None, getattr(record, "flops", None))
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
                    continue  # began on another thread, or before the window
                time = at + int((elapsed(record) - base_us) * rate)
                if time < latest:
                    time = latest
                latest = time
                while True:  # one round, but for ranges that overlap: the inner ones end with the outer
                    ends[stack.pop()] = time
                    modules.pop()
                    if handles.pop() == handle:
                        break
        while stack:
            ends[stack.pop()] = latest
        return starts, [until - start for start, until in zip(starts, ends)], ops, depths

    def _follow(self, record, number, time, module, forwards, modules, ops, stack):
        """The module of an op of the backward is that of the op that it belongs to; links the two."""
        if record.scope() != BACKWARD_SCOPE:
            forwards.by_number[number] = (time, module)  # the last one makes the backward's node
            return module
        found = forwards.by_number.get(number)
        if found is None:
            return module
        forwards.links.append((found[0], time))
        if modules and modules[-1][1].startswith("autograd::engine") and not modules[-1][0]:
            # The engine's own range around it is told its module only now.
            ops[stack[-1]] = self._sink.op(modules[-1][1], "[]", found[1])
            modules[-1] = (found[1], modules[-1][1])
        return found[1]
