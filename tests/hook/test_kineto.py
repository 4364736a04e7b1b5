"""Conversion of Kineto's events to spans, with stand-ins for torch's objects in us and in ns, and with real traces if
available."""
import glob
import gzip
import json
import os
import sys
import time
import types
import unittest

import fakeagent
from test_records import START_NS, Runtime, marks

sys.path.insert(0, fakeagent.HOOK)

from stepscope import wire  # noqa: E402
from stepscope.frameworks import compiling, modulepaths, torchkineto, torchwindow  # noqa: E402

CORPUS = os.environ.get("STEPSCOPE_CORPUS") or os.path.join(os.path.dirname(fakeagent.ROOT), "shared", "corpus")
CORPUS = os.path.join(CORPUS, "pytorch_trace")


class DeviceType:
    def __init__(self, name):
        self.name = name


class Event:
    """A _KinetoEvent of 1.8.1 to 2.3: times in us of a clock that is 5 s behind CLOCK_MONOTONIC."""

    def __init__(self, name, start, duration, thread=1, device="CPU", **more):
        self._values = dict(name=name, start_thread_id=thread, end_thread_id=thread, device_type=DeviceType(device),
                            start_us=start, duration_us=duration, correlation_id=0, linked_correlation_id=0,
                            device_index=0, device_resource_id=thread, shapes=[], sequence_nr=-1, fwd_thread_id=0, scope=0,
                            flops=0)
        self._values.update(more)

    def __getattr__(self, name):
        values = self.__dict__["_values"]
        if name not in values:
            raise AttributeError(name)
        return lambda: values[name]


class EventNs(Event):
    """From 2.4 on: times in ns."""

    def __init__(self, *args, **more):
        Event.__init__(self, *args, **more)
        self._values["start_ns"] = int(self._values.pop("start_us") * 1000)
        self._values["duration_ns"] = int(self._values.pop("duration_us") * 1000)


class Result:
    def __init__(self, events):
        self._events = events

    def events(self):
        return self._events


class Torch:
    """The part of torch with Kineto that the tracer uses."""

    __version__ = "2.0.1"
    cuda_works = False

    class nn:
        class Module:
            def __call__(self):
                pass

    def __init__(self, with_cuda=False):
        torch = self
        self.calls = []

        class profile:
            def __init__(self, enabled=True, use_cuda=False, record_shapes=False, with_flops=False, use_kineto=False):
                torch.calls.append(("profile", use_cuda, record_shapes, with_flops, use_kineto))
                self.kineto_activities = {"CPU", "CUDA"} if use_cuda else {"CPU"}

            def config(self):
                return "config"

        class record_function:
            def __init__(self, name):
                self.name = name

            def __enter__(self):
                torch.calls.append(self.name)

            def __exit__(self, *_):
                torch.calls.append(("exit", self.name))

        class autograd:
            class profiler:
                pass

            @staticmethod
            def kineto_available():
                return True

            @staticmethod
            def _prepare_profiler(config, activities):
                torch.calls.append(("prepare", config, sorted(activities)))

            @staticmethod
            def _enable_profiler(config, activities):
                torch.calls.append(("enable", config, sorted(activities)))

            @staticmethod
            def _disable_profiler():
                torch.calls.append("disable")
                return Result([])

        class cuda:
            @staticmethod
            def is_available():
                return with_cuda

            capturing = False

            @staticmethod
            def is_initialized():
                return with_cuda

            @classmethod
            def is_current_stream_capturing(cls):
                return cls.capturing

            @staticmethod
            def synchronize():
                torch.calls.append("synchronize")

        autograd.profiler.profile = profile
        autograd.profiler.record_function = record_function
        self.autograd, self.cuda = autograd, cuda


def mark_events(us, kind):
    return [kind(torchwindow.MARK, us + 10.0 * number, 5) for number in range(torchwindow.MARKS)]


class Conversion(unittest.TestCase):
    def convert(self, events, kind=Event, torch=None, calls=None):
        """events: from 1000 to 5000 us. Returns (lane, start us, duration us, op name, module, depth) of each span."""
        head, tail = marks(0.0, 0)[1], marks(5001.0, 0)[1]
        self.runtime = Runtime()
        self.runtime.model = lambda: None
        self.tracer = torchkineto.KinetoTracer(torch or Torch(), self.runtime)
        result = Result(mark_events(0.0, kind) + events + mark_events(5001.0, kind))
        self.tracer._convert(START_NS + 900000, START_NS + 5000500, __import__("_thread").get_ident(), head, tail, result,
                             calls or {})
        self.seen = seen = self.runtime.sender.seen
        return [(seen.lanes[lane][2], round((start - START_NS) / 1000), round(duration / 1000), seen.ops[op][0],
                 seen.ops[op][2], depth) for lane, start, duration, op, depth in seen.spans]

    def test_nesting_in_both_kinds_of_time(self):
        for kind in (Event, EventNs):
            self.assertEqual(self.convert([
                kind("aten::linear", 1000, 500, shapes=[[4, 3], [2, 3]]), kind("aten::addmm", 1100, 300),
                kind("aten::relu", 1600, 100), kind("aten::relu", 1610, 50), kind("aten::clamp_min", 1615, 40),
            ], kind), [("main", 1000, 500, "aten::linear", "", 0), ("main", 1100, 300, "aten::addmm", "", 1),
                       ("main", 1600, 100, "aten::relu", "", 0), ("main", 1615, 40, "aten::clamp_min", "", 1)])
            self.assertEqual(list(self.seen.ops.values())[0][1], "[4,3],[2,3]")

    def test_kernels_lie_on_their_stream_and_are_linked_to_their_launch(self):
        spans = self.convert([
            Event("aten::conv2d", 1000, 300, correlation_id=7),
            Event("cudaLaunchKernel", 1100, 20, correlation_id=901, linked_correlation_id=7),
            Event("volta_sgemm", 1200, 400, device="CUDA", device_resource_id=16, correlation_id=901, linked_correlation_id=7),
            Event("Memcpy HtoD", 1500, 200, device="CUDA", device_resource_id=16, correlation_id=902, linked_correlation_id=7),
            Event("Memset", 1200, 10, device="CUDA", device_resource_id=20, correlation_id=903),
            Event("forward", 1200, 900, device="CUDA", device_resource_id=16, is_user_annotation=True),
        ], calls={__import__("_thread").get_ident(): [(START_NS + 990000, "net.conv"), (START_NS + 1400000, None)]})
        self.assertEqual(spans, [
            ("main", 1000, 300, "aten::conv2d", "net.conv", 0), ("main", 1100, 20, "cudaLaunchKernel", "net.conv", 1),
            ("GPU 0 stream 16", 1200, 400, "volta_sgemm", "net.conv", 0),
            ("GPU 0 stream 16", 1600, 100, "Memcpy HtoD", "net.conv", 0),  # kernels of a stream do not overlap
            ("GPU 0 stream 20", 1200, 10, "Memset", "", 0),
        ])
        self.assertEqual([lane[0] for lane in self.seen.lanes.values()],
                         [wire.LANE_THREAD, wire.LANE_GPU_STREAM, wire.LANE_GPU_STREAM])
        self.assertEqual([op[3] for op in self.seen.ops.values()], ["op", "runtime", "kernel", "memcpy", "memset"])
        self.assertEqual([(round((a - START_NS) / 1000), round((b - START_NS) / 1000)) for _, _, a, b in self.seen.links],
                         [(1100, 1200), (1000, 1600)])

    def test_the_backward_is_linked_to_the_forward_and_has_its_module(self):
        ident = __import__("_thread").get_ident()
        spans = self.convert([
            Event("aten::conv2d", 1000, 300, sequence_nr=5), Event("aten::convolution", 1010, 280, sequence_nr=5),
            Event("autograd::engine::evaluate_function: ConvolutionBackward0", 2000, 300, thread=2, sequence_nr=5,
                  fwd_thread_id=1),  # without a number in older versions
            Event("ConvolutionBackward0", 2010, 280, thread=2, sequence_nr=5, fwd_thread_id=1, scope=1),
            Event("Activity Buffer Request", 2015, 900, thread=2),
            Event("aten::convolution_backward", 2020, 200, thread=2),
        ], calls={ident: [(START_NS + 990000, "layer1"), (START_NS + 1400000, None)]})
        self.assertEqual([(span[0], span[4]) for span in spans], [("main", "layer1")] * 2 + [("autograd", "layer1")] * 3)
        self.assertEqual([(round((a - START_NS) / 1000), round((b - START_NS) / 1000)) for _, _, a, b in self.seen.links],
                         [(1010, 2010)])

    def test_an_empty_gpu_trace_gets_an_event_with_the_remedy(self):
        self.convert([Event("aten::relu", 1000, 10)], torch=Torch(with_cuda=True))
        self.tracer._wants_cuda = True
        for _ in range(3):
            self.tracer._check_kernels(False)
        text, = [text for text in self.runtime.events if "kernels" in text]
        self.assertIn("root", text)
        self.assertIn("sensors", text)

    def test_lost_marks_drop_the_ops(self):
        self.runtime = Runtime()
        tracer = torchkineto.KinetoTracer(Torch(), self.runtime)
        tracer._convert(0, 10, 0, [(0, 1)] * 6, [(2, 3)] * 6, Result([Event("aten::relu", 1, 1)]), {})
        self.assertEqual(self.runtime.sender.seen.spans, [])
        self.assertIn("clock marks", self.runtime.events[0])


def tracer_of(torch):
    runtime = Runtime()
    runtime.model = lambda: None
    return torchkineto.KinetoTracer(torch, runtime)


class Use(unittest.TestCase):
    def test_cuda_is_left_to_a_profiler_that_runs_the_training(self):
        torch = Torch(with_cuda=True)
        runtime = Runtime()
        runtime.model = lambda: None
        tracer = torchkineto.KinetoTracer(torch, runtime)
        os.environ["STEPSCOPE_CUDA"] = "off"
        try:
            self.assertTrue(tracer.begin(4))
        finally:
            del os.environ["STEPSCOPE_CUDA"]
        self.assertTrue(tracer.end())
        self.assertEqual([call[2] for call in torch.calls if call[0] == "enable"], [["CPU"]])
        for _ in range(3):
            tracer._check_kernels(False)
        self.assertEqual([text for text in runtime.events if "kernels" in text], [])

    def test_the_calls_equal_those_of_torch(self):
        torch = Torch(with_cuda=True)
        tracer = tracer_of(torch)
        self.assertTrue(tracer.begin(4))
        self.assertTrue(tracer.end())
        both = ["CPU", "CUDA"]
        self.assertEqual([call for call in torch.calls if torchwindow.MARK not in call],
                         [("profile", True, True, False, True), "synchronize", ("prepare", "config", both),
                          ("enable", "config", both), "synchronize", "disable"])
        self.assertEqual(torch.calls.count(torchwindow.MARK), 2 * torchwindow.MARKS + 1)

    def test_the_profiler_stops_also_if_a_range_cannot_be_ended(self):
        torch = Torch()
        tracer = tracer_of(torch)

        def fail(entered, *_):
            if entered.name == "iteration":
                raise RuntimeError("not the innermost range")

        torch.autograd.profiler.record_function.__exit__ = fail
        self.assertTrue(tracer.begin(4))
        torch.autograd.profiler.record_function("iteration").__enter__()
        self.assertTrue(tracer.end())
        self.assertEqual(torch.calls[-1], "disable")

    def test_a_range_of_the_scripts_trace_does_not_end_in_one_of_the_hook(self):
        torch = Torch()
        record = torch.autograd.profiler.record_function
        plain = record.__enter__, record.__exit__
        tracer = tracer_of(torch)
        tracer.release_profiler(True)
        self.assertFalse(tracer.begin(4))  # prepared, although it is not on
        epoch = record("epoch")
        epoch.__enter__()
        tracer.release_profiler(False)
        record("later").__enter__()  # not part of any trace
        self.assertFalse(tracer.begin(5))
        epoch.__exit__(None, None, None)
        self.assertTrue(tracer.begin(6) and tracer.end())
        self.assertEqual((record.__enter__, record.__exit__), plain)

    def test_the_wait_for_kernels_is_known(self):
        torch = Torch(with_cuda=True)
        torch.cuda.synchronize = staticmethod(lambda: time.sleep(0.01))
        tracer = tracer_of(torch)
        self.assertTrue(tracer.begin(4))
        self.assertGreaterEqual(tracer.take_awaited(), 10**7)  # of earlier steps
        self.assertTrue(tracer.end())
        self.assertGreaterEqual(tracer.take_awaited(), 10**7)
        self.assertEqual(tracer.take_awaited(), 0)

    def test_work_that_is_captured_into_a_graph_is_not_awaited(self):
        torch = Torch(with_cuda=True)
        torch.cuda.capturing = True
        tracer = tracer_of(torch)
        self.assertTrue(tracer.begin(4) and tracer.end())
        self.assertNotIn("synchronize", torch.calls)

    def test_a_range_around_steps_ends_with_the_trace_in_which_it_began(self):
        """Kineto crashes when such a range ends in a later trace."""
        torch = Torch()
        record = torch.autograd.profiler.record_function
        plain = record.__enter__, record.__exit__
        tracer = tracer_of(torch)
        outer, inner, later = record("before"), record("iteration"), record("closed")
        outer.__enter__()
        self.assertTrue(tracer.begin(4))
        inner.__enter__()
        later.__enter__()
        later.__exit__(None, None, None)
        outer.__exit__(None, None, None)
        del torch.calls[:]
        self.assertTrue(tracer.end())
        self.assertEqual([call for call in torch.calls if torchwindow.MARK not in call], [("exit", "iteration"), "disable"])
        self.assertEqual(torch.calls[0], ("exit", "iteration"))
        self.assertEqual((record.__enter__, record.__exit__), plain)
        inner.__exit__(None, None, None)  # the script's own end
        self.assertEqual(torch.calls[-1], ("exit", "iteration"))

    def test_the_compiler_leaves_out_the_hook(self):
        rules = types.ModuleType("torch._dynamo.trace_rules")
        added = []
        rules.add = added.append
        part = compiling.LeaveOut()
        sys.modules[rules.__name__] = rules
        try:
            part.start()
        finally:
            del sys.modules[rules.__name__]
            part.stop()
        self.assertEqual(added, ["stepscope"])

    def test_in_compiled_code_a_wrapper_only_calls_the_original(self):
        torch = Torch()
        torch.compiler = types.SimpleNamespace(is_compiling=lambda: True)
        base = torch.nn.Module
        plain = base.__call__
        paths = modulepaths.ModulePaths(torch)
        paths.start(None)
        self.assertIsNot(base.__call__, plain)
        base()()
        self.assertEqual(paths.stop(), {})
        self.assertIs(base.__call__, plain)

    def test_it_is_not_used_without_kineto(self):
        torch = Torch()
        torch.autograd.kineto_available = staticmethod(lambda: False)
        self.assertFalse(torchkineto.KinetoTracer.available(torch))
        self.assertTrue(torchkineto.KinetoTracer.available(Torch()))


def _number(thread):
    """The id of a thread; traces of 1.9 have names instead."""
    return int(thread) if str(thread).isdigit() else sum(str(thread).encode())


def real_events(path):
    """Reconstructs Kineto's events from a Chrome trace."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        rows = json.load(file)["traceEvents"]
    events = []
    for row in rows:
        category = row.get("cat", "").lower()
        if row.get("ph") != "X" or category in ("python_function", "trace", "") or "dur" not in row:
            continue
        args = row.get("args", {})
        on_gpu = category in ("kernel", "gpu_memcpy", "gpu_memset", "memcpy", "memset")
        if category.startswith("gpu_user"):
            continue
        external = int(args.get("External id", args.get("external id", 0)) or 0)
        correlation = int(args.get("correlation", 0) or 0)
        is_runtime = category.startswith("cuda_") or category == "runtime"
        events.append(Event(
            row["name"], float(row["ts"]), float(row["dur"]), _number(row["tid"]) if not on_gpu else 0, "CUDA" if on_gpu else "CPU",
            device_resource_id=int(args.get("stream", 0)) if on_gpu else 0,
            correlation_id=correlation if on_gpu or is_runtime else external,
            linked_correlation_id=external if on_gpu or is_runtime else 0,
            sequence_nr=int(args.get("Sequence number", -1)), fwd_thread_id=int(args.get("Fwd thread id", 0) or 0),
            scope=1 if int(args.get("Fwd thread id", 0) or 0) else 0, shapes=args.get("Input Dims", [])))
    return events


@unittest.skipUnless(os.path.isdir(CORPUS), "there is no folder of real traces; set STEPSCOPE_CORPUS")
class RealTraces(unittest.TestCase):
    def check(self, name, streams):
        events = real_events(os.path.join(CORPUS, name))
        first = min(event.start_us() for event in events)
        last = max(event.start_us() + event.duration_us() for event in events)
        own = max(set(e.start_thread_id() for e in events if e.name().startswith("aten::")),
                  key=lambda thread: sum(1 for e in events if e.start_thread_id() == thread))
        span = last - first
        head = [Event(torchwindow.MARK, first - 100 + number, 0.5, own) for number in range(torchwindow.MARKS)]
        tail = [Event(torchwindow.MARK, last + 100 + number, 0.5, own) for number in range(torchwindow.MARKS)]
        at = lambda event: START_NS + int((event.start_us() - first) * 1000)  # noqa: E731
        runtime = Runtime()
        tracer = torchkineto.KinetoTracer(Torch(), runtime)
        tracer._convert(START_NS - 50000, START_NS + int(span * 1000) + 50000, 0, [(at(e) - 500, at(e) + 500) for e in head],
                        [(at(e) - 500, at(e) + 500) for e in tail], Result(head + events + tail), {})
        seen = runtime.sender.seen
        kernels = [e for e in events if e.device_type().name == "CUDA"]
        on_streams = [s for s in seen.spans if seen.lanes[s[0]][0] == wire.LANE_GPU_STREAM]
        self.assertEqual(len(on_streams), len(kernels))
        self.assertEqual(sum(1 for lane in seen.lanes.values() if lane[0] == wire.LANE_GPU_STREAM), streams)
        for lane in seen.lanes:
            ends, before = [], 0
            for _, start, duration, _, depth in (s for s in seen.spans if s[0] == lane):
                self.assertGreaterEqual(start, before)
                self.assertLessEqual(depth, len(ends))
                ends = ends[:depth]
                if ends:
                    self.assertLessEqual(start + duration, ends[-1])
                ends.append(start + duration)
                before = start
        starts = set((s[0], s[1]) for s in seen.spans)
        self.assertTrue(all((a, c) in starts and (b, d) in starts for a, b, c, d in seen.links))
        return seen, on_streams

    def test_a_training_on_a_v100(self):
        seen, kernels = self.check("resnet50_nw0_a.pt.trace.json.gz", 1)
        caused = set((to, start) for _, to, _, start in seen.links)
        self.assertGreater(sum((s[0], s[1]) in caused for s in kernels) / len(kernels), 0.95)

    def test_other_traces(self):
        for name, streams in (("dtu_mlops_resnet.json", 0), ("gpumodel_matmul.json", None), ("unsloth_mac_fwdbwd.json", 0),
                              ("zoology_no_kernels.json", 0)):
            if streams is not None and glob.glob(os.path.join(CORPUS, name)):
                self.check(name, streams)


if __name__ == "__main__":
    unittest.main()
