"""PyTorch's profiler with Kineto (from 1.8.1): events of the CPU, of the CUDA runtime, and of the GPU's streams.

Events are read from Kineto directly, since torch's FunctionEvents take ten times as long to build. Names differ between
versions: times are start_us() and duration_us(), from 2.4 on start_ns() and duration_ns().
"""

import os

from .. import clock, wire
from .kinetospans import KinetoReader
from .torchwindow import MARK, TOO_MANY_OPS, WindowTracer

NO_KERNELS = (
    "The training uses CUDA but the profiler got no kernels, so the GPU's rows are empty. On a Jetson CUDA's tracing "
    "(CUPTI) needs root: run the training with sudo, or permit it with 'options nvidia "
    "NVreg_RestrictProfilingToAdminUsers=0' in /etc/modprobe.d and restart. The utilization of the GPU is still read "
    "from its sensors."
)
STEPS_WITHOUT_KERNELS = 2


class KinetoTracer(WindowTracer):
    name = "kineto"

    @staticmethod
    def available(torch):
        autograd = torch.autograd
        here = getattr(autograd, "kineto_available", None)
        return (here is not None and bool(here()) and hasattr(autograd, "_prepare_profiler")
                and hasattr(autograd, "_enable_profiler") and hasattr(autograd, "_disable_profiler"))

    def __init__(self, torch, runtime):
        WindowTracer.__init__(self, torch, runtime)
        self._torch = torch
        self._profile = None
        self._without_kernels = 0
        self._wants_cuda = False
        self.enabled = getattr(torch.autograd, "_profiler_enabled", lambda: False)

    def enable(self):
        if self._profile is None:
            self._profile = self._make_profile()
        if self._wants_cuda:
            self._await_kernels()  # those of earlier steps are not to be in this trace
        autograd = self._torch.autograd
        config, activities = self._profile.config(), self._profile.kineto_activities
        autograd._prepare_profiler(config, activities)
        autograd._enable_profiler(config, activities)

    def disable(self):
        if self._wants_cuda:
            self._await_kernels()
        return self._torch.autograd._disable_profiler()

    def _await_kernels(self):
        """As torch's own profiler does: of kernels that have not ended Kineto has no record. A stream whose work is being
        captured into a graph must not be waited for."""
        cuda, began = self._torch.cuda, clock.now_ns()
        try:
            if _uses_cuda(self._torch) and not getattr(cuda, "is_current_stream_capturing", bool)():
                cuda.synchronize()
        except Exception:  # of an earlier kernel; torch reports it again to the script
            pass
        self.awaited_ns += clock.now_ns() - began

    def _make_profile(self):
        """torch's own profile object, used only for the configuration that it would pass to Kineto."""
        kind = self._torch.autograd.profiler.profile
        # Off where nvprof or nsys runs the training: CUPTI permits one subscriber.
        self._wants_cuda = os.environ.get("STEPSCOPE_CUDA") != "off" and _has_cuda(self._torch)
        # Without with_flops: torch would warn in the training's forward about arguments that it cannot count.
        base = {"record_shapes": True, "use_kineto": True}
        # The option is use_cuda until 2.0; later that is deprecated and warns.
        forms = ([{"use_device": "cuda"}, {"use_cuda": True}] if _version(self._torch) >= (2, 1)
                 else [{"use_cuda": True}, {"use_device": "cuda"}]) if self._wants_cuda else [{}]
        for form in forms:
            try:
                return kind(**dict(base, **form))
            except (TypeError, AttributeError):
                pass
        return kind(record_shapes=True)

    def _convert(self, ready, end, thread, head, tail, result, calls):
        events = list(result.events())
        reader = KinetoReader(self._sink, events)
        own = reader.thread_of(MARK)
        mapped = self.clock_map(head, tail, reader.marks(MARK))
        if mapped is None:
            return
        reader.place(mapped, ready, end)
        lanes = {}
        for torch_thread in sorted(reader.threads(), key=lambda number: number != own):
            columns = reader.thread_columns(torch_thread, calls.get(thread) if torch_thread == own else None)
            if not columns[0]:
                continue
            lane = self.thread_lane(torch_thread, torch_thread == own, thread,
                                    lambda: reader.is_autograd(torch_thread))
            lanes[torch_thread] = lane
            self._stream.spans(lane, *columns)
        for key in reader.streams():
            lane = self._stream_lane(*key)
            lanes[key] = lane
            self._stream.spans(lane, *reader.stream_columns(key))
        for (start, to), pairs in reader.links().items():
            if start in lanes and to in lanes:
                self._stream.links(lanes[start], lanes[to], pairs)
        if reader.left_out:
            self._runtime.sender.lost("spans", reader.left_out, ready, end, TOO_MANY_OPS)
        self._check_kernels(bool(reader.streams()))

    def _stream_lane(self, device, stream):
        key = ("gpu", device, stream)
        entry = self._lanes.get(key)
        if entry is None:
            lane = self._stream.lane(wire.LANE_GPU_STREAM, stream, "GPU %d stream %d" % (device, stream))
            entry = self._lanes[key] = (lane, "GPU")
        return entry[0]

    def _check_kernels(self, present):
        if present or not self._wants_cuda or not _uses_cuda(self._torch):
            self._without_kernels = 0
            return
        self._without_kernels += 1
        if self._without_kernels >= STEPS_WITHOUT_KERNELS:
            self.report_once("kernels", "warning", NO_KERNELS)


def _has_cuda(torch):
    try:
        return bool(torch.cuda.is_available())
    except Exception:
        return False


def _uses_cuda(torch):
    try:
        return bool(torch.cuda.is_initialized())
    except Exception:
        return False


def _version(torch):
    parts = str(getattr(torch, "__version__", "0.0")).split(".")
    try:
        return int(parts[0]), int(parts[1])
    except (ValueError, IndexError):
        return 0, 0
