"""PyTorch's profiler of before Kineto (and of builds without it): raw push and pop records, one list a thread.

The records' clock is not ours and is not named, so marks put into the trace between two reads of CLOCK_MONOTONIC lay
it onto ours. Records become spans right after their step: kept for longer, these many small blocks between torch's large
ones keep the heap from being used again (15 KB were seen for a record of 400 bytes).
"""
from .legacyapi import LegacyApi
from .legacyspans import BlockReader, Forwards
from .modulepaths import PathAt
from .torchwindow import MARK, WindowTracer


class LegacyTracer(WindowTracer):
    name = "legacy"

    @staticmethod
    def available(torch):
        return LegacyApi.find(torch) is not None

    def __init__(self, torch, runtime):
        WindowTracer.__init__(self, torch, runtime)
        api = LegacyApi.find(torch)
        self.enabled, self.enable, self.disable = api.enabled, api.enable, api.disable
        self._cuda = getattr(torch, "cuda", None)

    def _convert(self, ready, end, thread, head, tail, records, calls):
        base = _first_record(records)
        if base is None:
            return
        own = base.thread_id()
        times = []
        for block in records:
            if block and block[0].thread_id() == own:
                times += [base.cpu_elapsed_us(r) for r in block if r.kind() == "push" and r.name() == MARK]
        mapped = self.clock_map(head, tail, times)
        if mapped is None:
            return
        reader = BlockReader(self._sink, base, mapped.line(), ready, end)
        forwards = Forwards()
        # The training's own thread gets the first lane, and its forward is known before others' backward.
        for block in sorted([b for b in records if b], key=lambda block: block[0].thread_id() != own):
            torch_thread = block[0].thread_id()
            is_own = torch_thread == own
            spans = reader.read(block, PathAt(calls.get(thread) if is_own else None), forwards)
            if not spans[0]:
                continue
            lane = self.thread_lane(torch_thread, is_own, thread, lambda: _is_autograd(block))
            self._stream.spans(lane, *spans)
            if forwards.links:
                self._stream.links(self._lanes[own][0] if own in self._lanes else lane, lane, forwards.links)
                forwards.links = []
        if reader.left_out:
            self._runtime.sender.lost("spans", reader.left_out, ready, end, "A step has more ops than are kept of one.")
        self._say_that_kernels_are_missing()

    def _say_that_kernels_are_missing(self):
        if "kernels" not in self._told and _uses_cuda(self._cuda):
            self.tell("kernels", "warning", "The training uses CUDA and this PyTorch has no Kineto, so kernels are not "
                      "traced; install a PyTorch that was built with it, or see how busy the GPU is in its sensors.")


def _uses_cuda(cuda):
    try:
        return cuda is not None and bool(cuda.is_initialized())
    except Exception:
        return False


def _is_autograd(block):
    return any(r.kind() == "push" and r.name().startswith("autograd::engine") for r in block)


def _first_record(records):
    for block in records:
        for record in block:
            if record.name() == "__start_profile":
                return record
    return None
