"""PyTorch: bytes of parameters, gradients, optimizer state, inputs and intermediate tensors, which live within a step.

Intermediate bytes are those allocated on the GPU minus the other parts. The allocator of the CPU has no statistics, and
torch's profiler prints warnings on standard error when it records allocations: there, SavedTensors measures one step.
"""
import weakref
from collections import deque

from .. import clock
from .instrument import NoMemory
from .savedtensors import ESTIMATE, SavedTensors

MOST_NOTES = 4096  # between two sends; the oldest are dropped
REPORT_AT = (0, 3)  # steps at whose end sizes are reported; by the second, all optimizers have made a step
MEASURE_AT = 1  # the step in which SavedTensors measures a forward; figures leave the first three steps out
HELD_BACK_NS = 50000000  # the training's thread records the end of a step a little after the step
UNKNOWN = -1


class MemoryFacts(NoMemory):
    def __init__(self, torch):
        self._torch = torch
        self._cuda = getattr(torch, "cuda", None)
        self._optimizers = weakref.WeakSet()
        self.restart()

    def restart(self):
        self._report_count = 0
        self._parts = {}
        self._held = (UNKNOWN,) * 4  # parameters, gradients, optimizer, inputs
        self._saved = SavedTensors(self._torch)
        self._saving = False
        self._statistics = self._device = None
        self._notes = deque(maxlen=MOST_NOTES)
        self._until = 0

    def add_optimizer(self, optimizer):
        self._optimizers.add(optimizer)

    @property
    def all_reported(self):
        return self._report_count >= len(REPORT_AT)

    def due(self, index):
        """Whether sizes are reported at the end of step `index`; true once per entry of REPORT_AT."""
        if self._report_count < len(REPORT_AT) and index >= REPORT_AT[self._report_count]:
            self._report_count += 1
            return True
        return False

    def sizes(self, model, input_bytes):
        parameters = list(model.parameters()) if model is not None else []
        if not parameters:
            parameters = [p for optimizer in list(self._optimizers) for group in optimizer.param_groups
                          for p in group["params"]]
        parts = self._parts
        parts["parameter_bytes"] = sum(_bytes(p) for p in parameters)
        parts["gradient_bytes"] = sum(_bytes(p.grad) for p in parameters if p.grad is not None)
        parts["optimizer_bytes"] = sum(self._state_bytes(optimizer) for optimizer in list(self._optimizers))
        parts["input_bytes"] = input_bytes
        self._held = (parts["parameter_bytes"], parts["gradient_bytes"], parts["optimizer_bytes"], input_bytes)
        return dict(parts)

    def begin_forward(self, index, model, inputs):
        """Called before a training forward of the model in step `index`; true if it is measured and end_forward() must
        follow on the same thread."""
        saved = self._saved
        if saved.bytes is not None or index < MEASURE_AT or self._saving or not saved.can_measure(model):
            return False
        if self._cuda is not None and _initialized(self._cuda):
            return False
        self._saving = True
        saved.start(model, inputs)
        return True

    @property
    def is_estimate(self):
        return self._saved.bytes is not None and self._saved.method == ESTIMATE

    def end_forward(self):
        self._saving = False
        self._saved.stop()

    def note_sizes(self, model, input_bytes, end):
        """Records the sizes of all parts at the end of a step, as facts and on the timeline."""
        facts = self.sizes(model, input_bytes)
        if self._saved.bytes is not None:
            facts["intermediate_bytes"] = self._saved.bytes
            facts["intermediate_source"] = self._saved.method
        self.note(end)
        return facts

    def now(self):
        """The allocator's statistics as a dictionary, or None without CUDA. Called by the sending thread."""
        result, cuda = {}, self._cuda
        if cuda is not None and _initialized(cuda):
            used, peak = cuda.memory_allocated(), cuda.max_memory_allocated()
            reserved = getattr(cuda, "memory_reserved", None) or cuda.memory_cached  # the name before 1.4
            result["allocator_bytes"], result["allocator_peak_bytes"] = int(used), int(peak)
            result["allocator_reserved_bytes"] = int(reserved())
            if self._parts:
                result["intermediate_bytes"] = max(0, int(peak) - sum(self._parts.values()))
        return result or None

    def watch(self):
        """Called on the training's thread, whose current device is recorded from now on."""
        if self._cuda is None or not _initialized(self._cuda):
            return None
        try:
            self._device = self._cuda.current_device()
            self._statistics = self._cuda.memory_stats_as_nested_dict
        except Exception:
            return None
        return self.note

    def note(self, time=None):
        """Records the memory in use. Takes about 30 us with CUDA, since torch returns all statistics at once."""
        held = self._held
        if self._statistics is None and held[0] == UNKNOWN:
            return
        row = (time or clock.now_ns(),) + self._allocated() + held
        used, complete = row[1], UNKNOWN not in held
        saved = UNKNOWN if self._saved.bytes is None or used != UNKNOWN else self._saved.bytes
        self._notes.append(row + (max(0, used - sum(held)) if complete and used != UNKNOWN else saved,))

    def _allocated(self):
        """(used, reserved, peak) of the allocator in bytes."""
        if self._statistics is not None:
            try:
                statistics = self._statistics(self._device)
                used, reserved = statistics["allocated_bytes"]["all"], statistics["reserved_bytes"]["all"]
                return int(used["current"]), int(reserved["current"]), int(used["peak"])
            except Exception:  # runs inside a module's call or the sending thread, which must not fail
                self._statistics = None
        return (UNKNOWN,) * 3

    def take(self, everything=False):
        """Called by the sending thread, which thereby records the memory in use between traced steps. The newest rows
        stay until the next call, since rows leave in the order of their times; `everything`: at the end."""
        self.note()
        latest = clock.now_ns() - (0 if everything else HELD_BACK_NS)
        notes, rows = self._notes, []
        while notes:
            rows.append(notes.popleft())
        rows.sort()
        notes.extendleft(row for row in reversed(rows) if row[0] > latest)
        rows = [row for row in rows if self._until < row[0] <= latest]
        if rows:
            self._until = rows[-1][0]
        return rows

    def _state_bytes(self, optimizer):
        total = 0
        for state in list(optimizer.state.values()):
            if isinstance(state, dict):
                total += sum(_bytes(value) for value in list(state.values()) if isinstance(value, self._torch.Tensor))
        return total


def _bytes(tensor):
    return tensor.numel() * tensor.element_size()


def _initialized(cuda):
    try:
        return bool(cuda.is_initialized())
    except Exception:
        return False
