"""The parts of the hook that need neither PyTorch nor an agent."""
import ast
import functools
import gc
import os
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
import unittest
import warnings
import weakref

import fakeagent

sys.path.insert(0, fakeagent.HOOK)

from stepscope import clock, quietsteps, sender, spanstream, stepring, steps, traceback_frames, window, wire  # noqa: E402
from stepscope.frameworks import opsink  # noqa: E402


class WindowText(unittest.TestCase):
    def traced(self, text, upto=30):
        parsed, error = window.parse(text)
        self.assertIsNone(error)
        return [index for index in range(upto) if parsed.traced(index)]

    def test_forms(self):
        self.assertEqual(self.traced("4:9"), [4, 5, 6, 7, 8])
        self.assertEqual(self.traced("0:1"), [0])
        self.assertEqual(self.traced("none"), [])
        self.assertEqual(self.traced("all"), list(range(30)))
        self.assertEqual(self.traced("2:4:10"), [2, 3, 12, 13, 22, 23])
        self.assertEqual(self.traced("1:3:2"), list(range(1, 30)))

    def test_an_empty_text_means_the_default(self):
        self.assertEqual(self.traced(None), [4, 5, 6, 7, 8])
        self.assertEqual(self.traced(""), [4, 5, 6, 7, 8])

    def test_untraced_steps_are_known_ahead(self):
        for text in ("4:9", "0:1", "none", "all", "2:4:10", "1:3:2"):
            parsed = window.parse(text)[0]
            traced = set(self.traced(text, 200))
            for index in range(100):
                count = parsed.untraced(index)
                self.assertEqual(count == 0, index in traced and bool(traced), (text, index))
                self.assertFalse(traced.intersection(range(index, index + min(count, 100))), (text, index))

    def test_an_invalid_text_gives_the_default_and_an_error(self):
        for text in ("5", "9:4", "4:4", "a:b", "-1:3", "1:2:3:4", "1:9:3", "1:2:0", "1:2:", "1.5:3", "9" * 40 + ":1"):
            parsed, error = window.parse(text)
            self.assertEqual([index for index in range(20) if parsed.traced(index)], [4, 5, 6, 7, 8], text)
            self.assertIn("4:9", error)
            self.assertNotIn("\n", error)


class WireForm(unittest.TestCase):
    def decode(self, *messages):
        connection = fakeagent.Connection()
        data = b"".join(messages)
        while data:
            size, kind = int.from_bytes(data[:4], "little"), data[4]
            self.assertLessEqual(size, 1 << 20)
            connection.feed(kind, data[5:5 + size])
            data = data[5 + size:]
        return connection

    def test_bytes_of_a_step(self):
        self.assertEqual(wire.steps([(1, 2, 3, 4, 1)]).hex(),
                         "28000000" "06" "01000000" "0100000000000000" "0200000000000000" "0300000000000000"
                         "0400000000000000" "01000000")

    def test_bytes_of_spans_are_columns(self):
        self.assertEqual(wire.spans(1, [5, 6], [9, 1], [2, 3], [0, 1]).hex(),
                         "32000000" "05" "01000000" "02000000" "0500000000000000" "0600000000000000"
                         "0900000000000000" "0100000000000000" "02000000" "03000000" "0001")

    def test_arguments_that_are_not_utf8_become_valid_utf8(self):
        seen = self.decode(wire.hello(1, 2, "3.6.0", "python", ["a\udcffb", "x" * 200000, "last"]))
        self.assertEqual(seen.hello["argv"][0], "a?b")
        self.assertLess(len(seen.hello["argv"][1]), 5000)

    def test_many_long_names_are_split_over_messages(self):
        texts = [str(number) + "n" * 4000 for number in range(600)]
        seen = self.decode(wire.hello(1, 0, "3", "p", []), wire.names(1, texts))
        self.assertEqual([seen.names[number] for number in range(1, 601)], texts)

    def test_an_event_is_one_line(self):
        seen = self.decode(wire.hello(1, 0, "3", "p", []), wire.event(7, "error", "two\nlines\there"))
        self.assertEqual(seen.events[0]["text"], "two lines here")


class ClockAlignment(unittest.TestCase):
    def test_offset_and_drift_are_corrected(self):
        def theirs(ns):
            return 77.0 + (ns - 10**12) / 1000.0 * 1.00004

        def marks(at):
            return [(at + 50000 * n - width, at + 50000 * n + width, theirs(at + 50000 * n))
                    for n, width in enumerate((9000, 1500, 4000))]

        mapped = clock.ClockMap(marks(10**12), marks(10**12 + 10**10))
        self.assertEqual(mapped.error_ns, 1500)
        self.assertEqual(mapped.jump_ns, 0)
        for ns in range(10**12, 10**12 + 10**10, 10**9):
            self.assertLess(abs(mapped.to_ns(theirs(ns)) - ns), 2000)

    def test_a_clock_that_was_set_is_detected(self):
        head, tail = [(1000, 2000, 1.5)], [(10**9, 10**9 + 1000, 10**6 - 500000.0)]
        mapped = clock.ClockMap(head, tail)
        self.assertGreater(mapped.error_ns, 4 * 10**8)
        self.assertGreater(mapped.jump_ns, 4 * 10**8)


class OldPythons(unittest.TestCase):
    def test_the_hook_is_python_3_6(self):
        files = [os.path.join(folder, name) for folder, _, names in os.walk(fakeagent.HOOK) for name in names]
        sources = [path for path in files if path.endswith(".py")]
        self.assertGreater(len(sources), 10)
        for path in sources:
            with open(path, encoding="utf-8") as file:
                ast.parse(file.read(), path, **({"feature_version": (3, 6)} if sys.version_info >= (3, 8) else {}))

    def test_it_runs_without_functions_of_later_pythons(self):
        """Python 3.6 has no monotonic_ns, valid_signals, register_at_fork and get_native_id."""
        take_away = ("import os, signal, threading, time\n"
                     "for module, name in ((time, 'monotonic_ns'), (signal, 'valid_signals'),\n"
                     "                     (os, 'register_at_fork'), (threading, 'get_native_id')):\n"
                     "    if hasattr(module, name): delattr(module, name)\n")
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "script.py")
            with open(script, "w") as file:
                file.write(
                    "import os, sys\nsys.path.insert(0, %r)\nos.environ['STEPSCOPE_OPS'] = 'none'\n" % fakeagent.HOOK +
                    take_away + "from stepscope import runtime\nruntime.start(os.environ)\nimport stepscope\n"
                    "for i in range(3): stepscope.step(1)\n"
                    "if os.fork() == 0:\n    stepscope.step(2)\n    sys.exit()\nos.wait()\nstepscope.step(1)\n")
            with fakeagent.Agent() as agent:
                environment = agent.environment()
                del environment["PYTHONPATH"]
                # Later Pythons also warn about a fork next to a thread; without register_at_fork that cannot be
                # prevented.
                quiet = ["-W", "ignore::DeprecationWarning"] if sys.version_info >= (3, 12) else []
                run = subprocess.run([fakeagent.PYTHON] + quiet + [script], env=environment, stderr=subprocess.PIPE)
        self.assertEqual(run.stderr, b"")
        self.assertEqual(sorted([step[3] for step in c.steps] for c in agent.connections), [[1] * 4, [2]])


class Shapes(unittest.TestCase):
    def test_text(self):
        self.assertEqual(opsink.shapes_text("[[16, 3, 32, 32], [8, 3, 3, 3], [8], [], []]"),
                         "[16,3,32,32],[8,3,3,3],[8]")
        self.assertEqual(opsink.shapes_text("[[], [4]]"), "[],[4]")
        self.assertEqual(opsink.shapes_text("[[], []]"), "")
        self.assertEqual(opsink.shapes_text("[]"), "")


class Marks(unittest.TestCase):
    def tracker(self):
        return steps.StepTracker(window.parse("none")[0], 5)

    def test_a_step_begins_where_the_last_ended(self):
        tracker = self.tracker()
        for end in (10, 20, 35):
            tracker.mark(4, False, end)
        tracker.finish()
        self.assertEqual(list(tracker.done), [(0, 5, 10, 4, 0), (1, 10, 20, 4, 0), (2, 20, 35, 4, 0)])

    def test_the_first_explicit_mark_renames_the_optimizers_mark_of_the_same_iteration(self):
        tracker = self.tracker()
        tracker.mark(4, False, 10)
        tracker.mark(32, True, 11)
        tracker.mark(4, False, 20)
        tracker.mark(32, True, 21)
        self.assertEqual(list(tracker.done), [(0, 5, 11, 32, 2), (1, 11, 21, 32, 2)])

    def test_quiet_steps_are_recorded_like_any_other(self):
        tracker = self.tracker()
        tracker.mark(4, False, 10)
        tracker.mark(4, False, 15)
        self.assertGreater(tracker.may_be_quiet(), 100)
        tracker.quiet.ends.extend([(20, 4), (30, 3)])
        tracker.skip_to(33)  # an evaluation
        tracker.quiet.ends.append((40, 4))
        tracker.mark(4, False, 50)
        tracker.finish()
        self.assertEqual(list(tracker.done), [(0, 5, 10, 4, 0), (1, 10, 15, 4, 0), (2, 15, 20, 4, 0), (3, 20, 30, 3, 0),
                                              (4, 33, 40, 4, 0), (5, 40, 50, 4, 0)])

    def test_steps_that_may_be_traced_or_are_explicit_are_not_quiet(self):
        tracker = steps.StepTracker(window.parse("2:3:10")[0], 5)
        self.assertEqual(tracker.may_be_quiet(), 0)  # steps may still be forwards
        tracker.mark(4, False, 10)
        tracker.mark(4, False, 20)
        self.assertEqual(tracker.may_be_quiet(), 0)
        tracker.mark(4, False, 30)
        self.assertEqual(tracker.may_be_quiet(), 9)
        tracker.quiet.begin(9)
        tracker.mark(4, True, 40)
        self.assertEqual(tracker.may_be_quiet(), 0)
        self.assertEqual(tracker.quiet.limit, 0)

    def test_explicit_marks_alone(self):
        tracker = self.tracker()
        tracker.mark(8, True, 10)
        tracker.mark(None, True, 20)
        self.assertEqual(list(tracker.done), [(0, 5, 10, 8, 2), (1, 10, 20, 0, 2)])


class HiddenFrames(unittest.TestCase):
    """A wrapper of the hook is invisible in tracebacks and to `stacklevel`, by the way of each Python version."""

    @staticmethod
    def wrap(function):
        @traceback_frames.hidden
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except BaseException as error:
                traceback_frames.drop_own_frame(error)
                raise

        return wrapper

    def lines(self, call):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                call()
        except BaseException:
            return [row[2] for row in traceback.extract_tb(sys.exc_info()[2])]

    def check(self):
        def method(self, value, other=1):
            warnings.warn("own", stacklevel=2)
            return value // other

        def end(self):
            raise StopIteration(5)

        class Example(object):
            step = self.wrap(self.wrap(method))
            __call__ = self.wrap(method)
            __next__ = self.wrap(end)
            hold = self.wrap(lambda self, big: 1 // 0)

        example = Example()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.assertEqual((example.step(4), example.step(8, other=2), Example.step(example, 9), example(7)), (4, 4, 9, 7))
        self.assertEqual(set(warning.filename for warning in caught), {__file__})
        self.assertEqual(example.step.__name__, "method")
        self.assertEqual(self.lines(lambda: example.step(1, 0)), ["lines", "<lambda>", "method"])
        self.assertEqual(self.lines(lambda: example(1, other=0)), ["lines", "<lambda>", "method"])
        self.assertEqual(self.lines(lambda: next(example)), ["lines", "<lambda>", "end"])
        self.assertEqual(self.lines(lambda: example.step()), ["lines", "<lambda>"])
        gc.collect()
        gc.disable()
        try:
            big = Example()
            kept = weakref.ref(big)
            self.lines(lambda: example.hold(big))
            del big
            self.assertIsNone(kept())
        finally:
            gc.enable()

    def test_this_version(self):
        self.check()

    def test_before_3_11(self):
        before, traceback_frames._RAISE_USES_CHANGED = traceback_frames._RAISE_USES_CHANGED, False
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # of throw() with a traceback, from 3.12 on
                self.check()
        finally:
            traceback_frames._RAISE_USES_CHANGED = before


class Ring(unittest.TestCase):
    def test_marks_arrive_in_order_and_the_ring_is_reused(self):
        ring = stepring.StepRing()
        marks = fakeagent.Marks(os.dup(ring.descriptor))
        ring.sent()
        try:
            for first in range(0, 2 * stepring.RECORDS, 10000):
                rows = [(index, index * 10, index * 10 + 9, 4, index % 4) for index in range(first, first + 10000)]
                for row in rows:
                    ring.put(*row)
                self.assertEqual(marks.take(), rows)
        finally:
            os.close(marks.descriptor)

    def test_the_descriptors_of_the_script_keep_their_numbers(self):
        before = os.open("/dev/null", os.O_RDONLY)
        os.close(before)
        ring = stepring.StepRing()
        ring.sent()
        after = os.open("/dev/null", os.O_RDONLY)
        os.close(after)
        self.assertEqual(before, after)


class Samples(unittest.TestCase):
    def samples(self, counted, total, fetched=0, shape=(), others=False):
        quiet = quietsteps.QuietSteps()
        quiet.counted, quiet.samples, quiet.fetched, quiet.shape, quiet.others = counted, total, fetched, shape, others
        return quiet.take_samples(), quiet.uncertain

    def test_rules(self):
        self.assertEqual(self.samples(1, 8), (8, 0))
        self.assertEqual(self.samples(3, 12), (12, 0))  # accumulated gradients
        self.assertEqual(self.samples(3, 384, others=True), (0, 1))  # a GAN without a DataLoader
        self.assertEqual(self.samples(3, 384, 128, others=True), (128, 0))
        self.assertEqual(self.samples(1, 256, 128), (128, 0))  # two views of each sample
        self.assertEqual(self.samples(1, 10, 64, (10, 64)), (64, 0))  # a sequence
        self.assertEqual(self.samples(1, 8, 32, (8, 3)), (8, 0))  # several steps with one batch
        self.assertEqual(self.samples(0, 0), (0, 0))

    def test_inputs_of_one_step(self):
        def step(*shapes, **state):
            quiet = quietsteps.QuietSteps()
            quiet.learn(**state)
            for shape in shapes:
                quiet.note(shape)
            return quiet.take_samples()

        self.assertEqual(step((8, 3), (8, 4)), 16)
        self.assertEqual(step((8, 3), (5, 3)), 0)  # different sizes
        self.assertEqual(step((8,), (8, 5), flat=True), 0)  # negative samples
        self.assertEqual((step((8,)), step((8,), flat=True), step((8,), (8,), unbatched=1)), (0, 8, 2))
        self.assertEqual(step((7, 5, 3), (6, 5, 3), dimension=1), 10)  # sequences of different lengths

    def test_a_dataloader_keeps_its_batches_when_inputs_differ(self):
        quiet = quietsteps.QuietSteps()
        for fetched, samples in ((8, 8), (0, 9)):
            quiet.fetched = fetched
            quiet.note((8, 3))
            quiet.note((1, 3))
            self.assertEqual(quiet.take_samples(), samples)
        self.assertEqual(quiet.uncertain, 0)


class SlowAgent(unittest.TestCase):
    def test_data_that_do_not_fit_are_counted_and_definitions_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s")
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(path)
                server.listen(1)
                out = sender.Sender(path, queue_bytes=1000)
                self.assertTrue(out.connect())
                out.greet(wire.hello(1, 0, "3", "p", []))
                stream = spanstream.SpanStream(out)
                lane = stream.lane(wire.LANE_THREAD, 1, "main")
                for number in range(100):
                    op = stream.op("op%d" % number)
                    stream.spans(lane, [number * 10], [5], [op], [0])
                seen = fakeagent.Connection()
                reader = threading.Thread(target=_drain, args=(server, seen))
                reader.start()
                out.start()
                out.flush()
                out.abandon()
                reader.join()
        self.assertEqual(len(seen.ops), 100)
        self.assertGreater(len(seen.losses), 0)
        lost = sum(loss["count"] for loss in seen.losses)
        self.assertEqual(len(seen.spans) + lost, 100)
        self.assertEqual(seen.losses[0]["what"], "spans")
        self.assertEqual(seen.losses[-1]["to_ns"], 990)


def _drain(server, connection):
    peer, _ = server.accept()
    with peer, peer.makefile("rb") as stream:
        while True:
            head = stream.read(5)
            if not head:
                return
            connection.feed(head[4], stream.read(int.from_bytes(head[:4], "little")))


if __name__ == "__main__":
    unittest.main()
