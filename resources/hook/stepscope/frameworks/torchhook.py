"""PyTorch: steps from optimizers, samples from the model, ops from a profiler.

The first optimizer object whose step() is called is the leader: each outermost call of its step() ends a step. Calls
of other optimizers (the second one of a GAN) and calls inside a step() (super().step(), optimizers that wrap
optimizers) do not. When the leader is deleted, the next optimizer that steps becomes the leader.
"""
import _thread
import functools
import os
import sys
import weakref

from .. import clock
from ..steps import NoTracer
from ..traceback_frames import drop_own_frame, hidden
from .compiling import LeaveOut, compiling
from .instrument import BaseInstrument
from .lightning import LightningLog
from .torchdata import DataWatch
from .torchkineto import KinetoTracer
from .torchlegacy import LegacyTracer
from .torchmemory import MemoryFacts
from .torchmodule import ModelWatch
from .torchphases import TrainingPhases

# The first whose available() is true traces. To add a profiler, write a class like LegacyTracer in a new file and list
# it here.
TRACERS = [KinetoTracer, LegacyTracer]
# Functions of torch that start a profiler, by module. A profiler of the script has priority over the hook's.
PROFILER_STARTS = [
    ("torch.autograd.profiler", "_prepare_profiler"),
    ("torch.autograd.profiler", "_enable_profiler"),
    ("torch.autograd.profiler_legacy", "_enable_profiler_legacy"),
]
PROFILER_ENDS = [
    ("torch.autograd.profiler", "_disable_profiler"),
    ("torch.autograd.profiler_legacy", "_disable_profiler_legacy"),
]


UNCERTAIN = (
    "The number of samples per step is uncertain and left out: the model runs more than once per step for several "
    "optimizers or with inputs of different sizes, or its input has one dimension that may not be the batch, and no "
    "DataLoader gives the batch. Pass it with stepscope.step(samples=...) at the end of each iteration."
)


ESTIMATED = (
    "The bytes of intermediate tensors are an estimate, the sum of the outputs of modules: PyTorch %s does not report which "
    "tensors it keeps for the backward pass; versions from 1.10 on do."
)


class Instrument(BaseInstrument):
    def __init__(self, torch, runtime):
        BaseInstrument.__init__(self, runtime)
        self._torch = torch
        self._leader = None
        self._has_optimizer = False
        self._reported_uncertain = self._reported_estimate = False
        self._quiet = runtime.tracker.quiet
        self.memory = MemoryFacts(torch)
        self._model = ModelWatch(torch, runtime, self)
        self._phases = TrainingPhases(runtime)
        self._choose_tracer()
        self._patch_optimizers()
        self._patch_scaler()
        self._patch_profilers()
        # Under both names: pickle refers to the function by the second.
        self.replace(torch.serialization, "save", self._phases.checkpoint)
        self.replace(torch, "save", lambda _: torch.serialization.save)
        self._data = DataWatch(torch, runtime, self._phases, self.replace)
        self._lightning = LightningLog(runtime, self.replace)
        self._leave_out = LeaveOut()
        self._leave_out.start()
        self._model.start()
        self._facts = {
            "framework": "torch", "framework_version": str(torch.__version__), "profiler": runtime.tracker.tracer.name,
        }
        if runtime.is_root:
            self._send_facts()

    def forked(self):
        self._leader = None
        self._quiet.restart()
        self._runtime.tracker.quiet = self._quiet
        if self._has_optimizer:
            self._runtime.tracker.forwards.optimizer_made()
        self.memory.restart()
        self._phases.restart()
        self._data.restart()
        self._choose_tracer()

    def finish(self):
        self._phases.finish()
        if self._quiet.omits and not self._runtime.tracker.explicit:
            self._report_uncertain()

    def stop(self):
        self._lightning.stop()
        self._leave_out.stop()
        self._model.stop()
        BaseInstrument.stop(self)

    def trained_model(self):
        return self._model.model

    def take_samples(self):
        return self._model.take_samples()

    def report_sizes(self, samples, end, optimizer=None):
        """Reports sizes at the end of the steps of REPORT_AT and of traced steps."""
        memory, tracker = self.memory, self._runtime.tracker
        if memory.all_reported and not tracker.tracing:
            return False
        if optimizer is not None:
            memory.add_optimizer(optimizer)
        due = memory.due(tracker.index)
        if due or tracker.tracing:
            memory.watch()
            self._facts.update(memory.note_sizes(self._model.model, self._model.input_bytes, end))
        if due:
            if memory.is_estimate and not self._reported_estimate:
                self._reported_estimate = True
                self._runtime.event("warning", ESTIMATED % self._torch.__version__)
            if samples and tracker.index:  # whether several optimizers train is not known in the first step
                self._facts["batch_size"] = samples
            self._send_facts()
        return due or tracker.tracing

    def _choose_tracer(self):
        tracker = self._runtime.tracker
        for kind in TRACERS:
            if kind.available(self._torch):
                tracker.tracer = kind(self._torch, self._runtime)
                tracker.tracer.memory = self.memory
                return
        tracker.tracer = NoTracer()
        self._runtime.event("warning", "This PyTorch (%s) has no profiler that the hook knows, so steps are marked "
                            "but ops are not traced." % self._torch.__version__)

    def _patch_optimizers(self):
        base = self._torch.optim.Optimizer
        self.replace(base, "__init__", self._preparing)
        if "__setstate__" in base.__dict__:  # called for unpickled and copied optimizers
            self.replace(base, "__setstate__", self._preparing)
        self.replace(base, "zero_grad", self._noting_start)

    def _patch_scaler(self):
        for module in ("torch.amp.grad_scaler", "torch.cuda.amp.grad_scaler"):  # before 2.3 only the second exists
            kind = getattr(sys.modules.get(module), "GradScaler", None)
            if kind is not None and "step" in vars(kind):
                self.replace(kind, "step", self._scaled_step)

    def _patch_profilers(self):
        for names, make in ((PROFILER_STARTS, self._releasing_profiler), (PROFILER_ENDS, self._ending_profiler)):
            for module, name in names:
                owner = sys.modules.get(module)
                if owner is not None and hasattr(owner, name):
                    self.replace(owner, name, make)

    def _releasing_profiler(self, original):
        @hidden
        def start_profiler(*args, **kwargs):
            try:
                self._runtime.tracker.tracer.release_profiler(True)
            except Exception as error:
                self._runtime.failed("before the script's profiler started", error)
            try:
                return original(*args, **kwargs)
            except BaseException as error:
                self._runtime.tracker.tracer.release_profiler(False)
                drop_own_frame(error)
                raise

        return start_profiler

    def _ending_profiler(self, original):
        @hidden
        def end_profiler(*args, **kwargs):
            try:
                return original(*args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise
            finally:
                self._runtime.tracker.tracer.release_profiler(False)

        return end_profiler

    def _preparing(self, original):
        """Wraps __init__ and __setstate__: torch wraps the class's step there, and the hook's wrapper must be the
        outermost."""

        @hidden
        @functools.wraps(original)
        def prepare(optimizer, *args, **kwargs):
            try:
                result = original(optimizer, *args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise
            try:
                self._wrap_step(type(optimizer))
            except Exception as error:
                self._runtime.failed("while preparing an optimizer", error)
            return result

        return prepare

    def _noting_start(self, original):
        in_compiler = compiling(self._torch)

        @hidden
        @functools.wraps(original)
        def zero_grad(*args, **kwargs):
            if in_compiler():
                return original(*args, **kwargs)
            tracker = self._runtime.tracker
            if not tracker.started and not tracker.explicit:
                tracker.earliest(clock.now_ns())
            try:
                return original(*args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise

        return zero_grad

    def _wrap_step(self, cls):
        self._has_optimizer = True
        self._runtime.tracker.forwards.optimizer_made()
        if not self._runtime.off and not getattr(cls.step, "stepscope_step", False):
            self.replace(cls, "step", self._ending_steps)

    def _ending_steps(self, current):
        quiet, now, ident, leave = self._quiet, clock.now_ns, _thread.get_ident, self._leave_step
        process = None if self._runtime.sees_forks else os.getpid
        in_compiler = compiling(self._torch)

        @hidden
        @functools.wraps(current)
        def step(*args, **kwargs):
            if in_compiler():
                return current(*args, **kwargs)
            if quiet.inside:
                outermost = False
            else:
                outermost = True
                quiet.inside, quiet.in_closure = ident(), False
            try:
                result = current(*args, **kwargs)
            except BaseException as error:
                if outermost:
                    quiet.inside = 0
                drop_own_frame(error)
                raise
            if outermost:
                end = now()
                quiet.inside = 0
                quiet.ended += 1
                # The checks of _leave_step were made when it enabled quiet steps; a change of their result disables
                # them.
                if (quiet.count < quiet.limit and quiet.forwards and args and id(args[0]) == quiet.leader
                        and (process is None or process() == quiet.process)):
                    quiet.mark(end, quiet.take_samples())
                    quiet.own_ns += now() - end
                else:
                    leave(args[0] if args else None, end)
            return result

        step.stepscope_step = True
        return step

    def _scaled_step(self, original):
        """Wraps GradScaler.step, which skips the optimizer's step after an overflow of a gradient; that also ends a
        step."""

        @hidden
        @functools.wraps(original)
        def step(*args, **kwargs):
            ended, outermost = self._quiet.ended, not self._quiet.inside
            try:
                result = original(*args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise
            if outermost and self._quiet.ended == ended and len(args) > 1:
                self._leave_step(args[1], clock.now_ns())
            return result

        return step

    def _leave_step(self, optimizer, end):
        runtime = self._runtime
        if runtime.off:
            return
        try:
            runtime.check_process()
            if self._phases.evaluating:
                self._phases.training_continues()
            if runtime.tracker.explicit:
                return
            leader = self._leader() if self._leader is not None else None
            if leader is None:
                self._leader = weakref.ref(optimizer, self._leader_gone)
                self._quiet.leader = id(optimizer)
            elif leader is not optimizer:
                self._quiet.others = True
                if not self.memory.all_reported:
                    self.memory.add_optimizer(optimizer)
                return
            if runtime.ready():
                if self._data.wants_forwards:
                    self._data.forward()
                samples = self._model.take_samples()
                runtime.tracker.mark(samples, False, end, self.report_sizes(samples, end, optimizer))
                if self._quiet.reports_uncertain:
                    self._report_uncertain()
                if self.memory.all_reported and self._model.is_settled and not self._data.wants_forwards:
                    self._let_be_quiet()
        except Exception as error:
            runtime.failed("at an optimizer's step", error)

    def _let_be_quiet(self):
        steps = self._runtime.tracker.may_be_quiet() - 1  # the last one may have to begin a window
        if steps > 0:
            self._quiet.begin(steps)
            self.give_back(self._torch.optim.Optimizer, "zero_grad")  # only needed for the start of the first step

    def _report_uncertain(self):
        if not self._reported_uncertain:
            self._reported_uncertain = True
            self._runtime.event("info", UNCERTAIN)
            if self._quiet.omits and self._facts.get("batch_size"):
                self._facts["batch_size"] = 0  # revokes the one that was sent
                self._send_facts()

    def _leader_gone(self, reference):
        if reference is self._leader:
            self._quiet.leader = 0

    def forward(self):
        """Called before each training forward of the model."""
        runtime = self._runtime
        tracker = runtime.tracker
        if not runtime.off:
            if not tracker.started:
                runtime.check_process()
                if not (tracker.forwards.over or runtime.is_root or runtime.greeted):
                    pass  # a worker process that may only try its model does not connect yet
                elif not runtime.ready():
                    return
            if self._phases.evaluating:
                self._phases.training_continues()
            if self._data.wants_forwards:
                self._data.forward()
            tracker.activity()

    def evaluation(self, start, is_evaluation):
        """Called before a forward that does not train; returns `start` if ended() is to be called after it."""
        forwards = self._runtime.tracker.forwards
        if is_evaluation and forwards.training_known:
            self._quiet.leave()
            self._phases.evaluation_forward(start)
            self._runtime.tracker.suspend()
            return start
        return None if forwards.over else start

    def ended(self, begun):
        """Called after a forward for which evaluation() returned its start `begun`."""
        end = clock.now_ns()
        runtime = self._runtime
        if self._phases.evaluating:
            self._phases.evaluation_forward_ended(end)
        forwards = runtime.tracker.forwards
        if not forwards.over and not runtime.off:
            model = self._model
            forwards.forward(begun, end, model.last_samples if forwards.training_known else model.take_samples())
            if forwards.confirmed and runtime.ready():
                self._model.settled()
                if not self.memory.all_reported:
                    self.report_sizes(None, end)

    def _send_facts(self):
        self._runtime.facts(self._facts)
