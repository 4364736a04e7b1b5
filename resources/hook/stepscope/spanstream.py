"""Builds the messages of lanes, names, ops and spans for the sender. Interns names and ops; ids start at 1."""
import _thread

from . import wire

MAX_OPS = 65536


class SpanStream:
    def __init__(self, sender):
        self._sender = sender
        self._names = {}
        self._ops = {}
        self._lanes = 0
        self._new_names = []
        self._new_ops = []
        self._new_work = []
        self._lock = _thread.RLock()  # the sending thread also adds spans

    def lane(self, kind, thread, name):
        with self._lock:
            self._lanes += 1
            self._sender.define(wire.lane(self._lanes, kind, thread, name))
            return self._lanes

    def op(self, name, shapes="", module="", category=""):
        key = (name, shapes, module, category)
        number = self._ops.get(key)
        return number if number is not None else self._new_op(key)

    def _new_op(self, key):
        name, shapes, module, category = key
        with self._lock:
            number = self._ops.get(key)
            if number is not None:
                return number
            if len(self._ops) >= MAX_OPS and shapes:
                # Bounds the memory of a training whose shapes change at every step.
                return self.op(name, "", module, category)
            row = (self._name(name), self._name(shapes), self._name(module), self._name(category))
            number = self._ops[key] = len(self._ops) + 1
            self._new_ops.append(row)
            return number

    def _name(self, text):
        if not text:
            return 0
        number = self._names.get(text)
        if number is None:
            number = self._names[text] = len(self._names) + 1
            self._new_names.append(text)
        return number

    def define(self):
        """Sends new names and ops."""
        with self._lock:
            if self._new_names:
                self._sender.define(wire.names(len(self._names) - len(self._new_names) + 1, self._new_names))
                self._new_names = []
            if self._new_ops:
                self._sender.define(wire.ops(len(self._ops) - len(self._new_ops) + 1, self._new_ops))
                self._new_ops = []
            if self._new_work:
                self._sender.define(wire.work(self._new_work))
                self._new_work = []

    def spans(self, lane, starts, durations, ops, depths):
        """Sends spans, sorted by start, parents before children."""
        self.define()
        for begin in range(0, len(starts), wire.MAX_SPANS):
            part = slice(begin, begin + wire.MAX_SPANS)
            data = wire.spans(lane, starts[part], durations[part], ops[part], depths[part])
            self._sender.post(data, "spans", len(starts[part]), starts[begin], starts[part][-1])

    def work(self, op, operations, moved):
        """Defines the work of one instance of the op: floating-point operations, and bytes moved."""
        with self._lock:
            self._new_work.append((op, min(operations, wire.MOST), min(moved, wire.MOST)))

    def links(self, from_lane, to_lane, pairs):
        """pairs: (start of the span that caused, start of the span caused)."""
        for begin in range(0, len(pairs), wire.MAX_LINKS):
            part = pairs[begin:begin + wire.MAX_LINKS]
            self._sender.post(wire.links(from_lane, to_lane, part), "links", len(part), part[0][0], part[-1][1])
