"""Conversion of profiler records to spans, with stand-ins for the records of torch's legacy profiler."""
import os
import sys
import unittest

import fakeagent

sys.path.insert(0, fakeagent.HOOK)

from stepscope import spanstream  # noqa: E402
from stepscope.frameworks import torchlegacy, torchwindow  # noqa: E402

START_NS = 10**9


class Record:
    """A LegacyEvent; its clock is 5 s behind CLOCK_MONOTONIC."""

    def __init__(self, kind, name, handle, us, thread=1, shapes=()):
        self._values = kind, name, handle, us, thread, list(shapes)

    def kind(self):
        return self._values[0]

    def name(self):
        return self._values[1]

    def handle(self):
        return self._values[2]

    def thread_id(self):
        return self._values[4]

    def shapes(self):
        return self._values[5]

    def cpu_elapsed_us(self, other):
        return other._values[3] - self._values[3]


def marks(us, handle):
    """Records of a group of marks, and reads of CLOCK_MONOTONIC 1 us before and after each."""
    records, reads = [], []
    for number in range(torchwindow.MARKS):
        at = us + 10.0 * number
        records += [Record("push", torchwindow.MARK, handle + number, at), Record("pop", "", handle + number, at + 5)]
        reads.append((START_NS + int(at * 1000) - 1000, START_NS + int(at * 1000) + 1000))
    return records, reads


class Sent:
    """A stand-in for the sender that decodes the messages."""

    def __init__(self):
        self.seen = fakeagent.Connection()
        self.seen.messages = 1  # hello was received

    def define(self, data):
        while data:
            size = int.from_bytes(data[:4], "little")
            self.seen.feed(data[4], data[5:5 + size])
            data = data[5 + size:]

    def post(self, data, what, count, from_ns, to_ns):
        self.define(data)


class Runtime:
    def __init__(self):
        self.instruments = {}
        self.sender, self.events, self.collected = Sent(), [], []
        self.stream = spanstream.SpanStream(self.sender)

    def event(self, severity, text):
        self.events.append(text)


class Torch:
    class autograd:
        _enable_profiler_legacy = _disable_profiler_legacy = staticmethod(lambda *_: [])

        class profiler:
            record_function = None


class Conversion(unittest.TestCase):
    def convert(self, own, *others):
        """own: the training thread's records, from 1000 to 5000 us. Returns (lane name, start us, duration us, op name,
        depth) in order of arrival."""
        head, head_reads = marks(0.0, 100)
        tail, tail_reads = marks(5001.0, 200)
        base = Record("mark", "__start_profile", 0, -5.0)
        self.runtime = Runtime()
        tracer = torchlegacy.LegacyTracer(Torch, self.runtime)
        tracer._convert(START_NS + 900000, START_NS + 5000500, __import__("_thread").get_ident(), head_reads, tail_reads,
                        [list(block) for block in others] + [[base] + head + own + tail], {})
        seen = self.runtime.sender.seen
        return [(seen.lanes[lane][2], round((start - START_NS) / 1000), round(duration / 1000), seen.ops[op][0], depth)
                for lane, start, duration, op, depth in seen.spans]

    def test_nesting(self):
        self.assertEqual(self.convert([
            Record("push", "a", 1, 1000.0), Record("push", "b", 2, 1100.0), Record("pop", "", 2, 1200.0),
            Record("push", "c", 3, 1200.0), Record("pop", "", 3, 1300.0), Record("pop", "", 1, 1400.0),
        ]), [("main", 1000, 400, "a", 0), ("main", 1100, 100, "b", 1), ("main", 1200, 100, "c", 1)])

    def test_an_op_that_calls_an_op_of_the_same_name_is_one_op(self):
        self.assertEqual([span[3:] for span in self.convert([
            Record("push", "sum", 1, 1000.0), Record("push", "sum", 2, 1100.0), Record("push", "fill", 3, 1110.0),
            Record("pop", "", 3, 1120.0), Record("pop", "", 2, 1200.0), Record("pop", "", 1, 1400.0),
            Record("push", "sum", 4, 1500.0), Record("pop", "", 4, 1600.0),
        ])], [("sum", 0), ("fill", 1), ("sum", 0)])

    def test_overlapping_ranges_are_made_to_nest(self):
        self.assertEqual(self.convert([
            Record("push", "a", 1, 1000.0), Record("push", "b", 2, 1100.0), Record("pop", "", 1, 1200.0),
            Record("pop", "", 2, 1300.0), Record("push", "c", 3, 1250.0), Record("pop", "", 3, 1400.0),
        ]), [("main", 1000, 200, "a", 0), ("main", 1100, 100, "b", 1), ("main", 1250, 150, "c", 0)])

    def test_ranges_without_begin_or_end(self):
        self.assertEqual(self.convert([
            Record("pop", "", 77, 1000.0), Record("push", "a", 1, 1100.0), Record("push", "b", 2, 1200.0),
            Record("pop", "", 2, 1500.0),
        ]), [("main", 1100, 400, "a", 0), ("main", 1200, 300, "b", 1)])

    def test_ops_caused_by_the_marks_are_excluded(self):
        self.assertEqual(self.convert([
            Record("push", "aten::zeros", 1, 700.0), Record("pop", "", 1, 800.0),
            Record("push", "a", 2, 1000.0), Record("pop", "", 2, 1100.0),
            Record("push", "aten::zeros", 3, 5000.9), Record("pop", "", 3, 5001.0),
        ]), [("main", 1000, 100, "a", 0)])

    def test_threads_have_lanes_and_the_trainings_lane_is_first(self):
        engine = "autograd::engine::evaluate_function: AddBackward0"
        spans = self.convert(
            [Record("push", "a", 1, 1000.0), Record("pop", "", 1, 1100.0)],
            [Record("push", engine, 1, 2000.0, 7), Record("pop", "", 1, 2100.0, 7)],
            [Record("push", engine, 1, 3000.0, 8), Record("pop", "", 1, 3100.0, 8)],
            [Record("push", "b", 1, 3000.0, 9), Record("pop", "", 1, 3100.0, 9)],
        )
        self.assertEqual([span[:3] for span in spans],
                         [("main", 1000, 100), ("autograd", 2000, 100), ("autograd 2", 3000, 100),
                          ("thread 9", 3000, 100)])
        self.assertEqual(self.runtime.sender.seen.lanes[1][1], os.getpid())

    def test_lost_marks_drop_the_ops_with_an_event(self):
        self.assertEqual(self.convert([Record("push", torchwindow.MARK, 1, 1000.0)]), [])
        self.assertIn("clock marks", self.runtime.events[0])

    def test_shapes_that_never_repeat_are_bounded(self):
        stream = spanstream.SpanStream(Sent())
        ids = set(stream.op("op", "[%d]" % number) for number in range(spanstream.MAX_OPS + 100))
        self.assertEqual(len(ids), spanstream.MAX_OPS + 1)


if __name__ == "__main__":
    unittest.main()
