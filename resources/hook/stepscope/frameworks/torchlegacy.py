"""PyTorch's legacy profiler, before Kineto and in builds without it: push and pop records, one list per thread.

The clock of the records is unspecified, so marks in the trace, each between two reads of CLOCK_MONOTONIC, map it.
Records are converted right after their step: if kept longer, these small blocks between torch's large ones fragment
the heap (15 KB of resident memory were measured per record of 400 bytes).
"""
from .legacyapi import LegacyApi
from .legacyspans import BlockReader, Forwards
from .modulepaths import PathAt
from .torchwindow import MARK, TOO_MANY_OPS, WindowTracer


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
        # The training's thread comes first: it gets the first lane, and its forward ops are known before the backward
        # ops.
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
            self._runtime.sender.lost("spans", reader.left_out, ready, end, TOO_MANY_OPS)
        self._report_missing_kernels()

    def _report_missing_kernels(self):
        if "kernels" not in self._reported and _uses_cuda(self._cuda):
            self.report_once("kernels", "warning", "The training uses CUDA and this PyTorch has no Kineto, so kernels "
                             "are not traced; install a PyTorch with Kineto. The utilization of the GPU is still read from "
                             "its sensors.")


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
