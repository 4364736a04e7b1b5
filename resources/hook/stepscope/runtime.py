"""The life cycle of the hook in one process: start, fork, failure, exit.

A failure in here ends the hook, never the training.
"""
import atexit
import functools
import os
import sys
from importlib import import_module

from . import clock, metrics, ownspans, forkwarning, spanstream, steps, wire, window
from .frameworks import FRAMEWORKS
from .importwatch import ImportWatch
from .sender import Sender
from .stepring import StepRing
from .traceback_frames import drop_own_frame, hidden

_SEES_FORKS = hasattr(os, "register_at_fork")
# Names of phases that are not a part of a step.
NOT_TRAINING = ("evaluation", "eval", "validation", "test", "testing", "checkpoint")
ROOT_VARIABLE = "STEPSCOPE_ROOT_PID"


class Runtime:
    def __init__(self, environ):
        self.path = environ["STEPSCOPE_SOCKET"]
        self.window, self.window_error = window.parse(environ.get("STEPSCOPE_OPS"))
        self.off = False
        self.instruments = {}
        # Only the first process connects at its start; the others connect with their first step, so that processes
        # without steps (data workers, resource trackers) never do.
        self.is_root = environ.setdefault(ROOT_VARIABLE, str(os.getpid())) == str(os.getpid())
        self._reset()
        self._watch = ImportWatch(FRAMEWORKS, self._framework_imported)

    def _reset(self):
        self.pid = os.getpid()
        self.sender = Sender(self.path, self._collect)
        self.stream = spanstream.SpanStream(self.sender)
        self.window.restart()
        self.tracker = steps.StepTracker(self.window, clock.now_ns())
        self.own = ownspans.OwnSpans()
        self.metrics = metrics.Metrics(self)
        self.collected = []  # functions that the sending thread calls before each send
        self._greeted = False
        self._bad_metric = False
        self._reported = 0  # index of the step after those of the last facts

    def start(self):
        atexit.register(self._at_exit)
        if _SEES_FORKS:
            os.register_at_fork(before=self._before_fork, after_in_child=self._forked)
            forkwarning.suppress(lambda: self.sender.running)
        else:
            self._watch_forks()
        if self.is_root and not self.ready(start_thread=False):
            return
        self._watch.start()

    @property
    def sees_forks(self):
        """False on Python 3.6: there each step checks the process id."""
        return _SEES_FORKS

    @property
    def greeted(self):
        return self._greeted

    def ready(self, start_thread=True):
        """Connects and sends the greeting if necessary; false if the hook is off. Must be called before sending.
        Cheap."""
        if self.off or self.sender.dead:
            self.shut_down()
            return False
        if not self._greeted:
            if not self.sender.connect():
                self.shut_down()
                return False
            self._greeted = True
            self._greet()
            if self.window_error:
                self.event("warning", self.window_error)
            if not start_thread:
                self.sender.send_now()
            if not self.is_root:
                self._flush_when_a_worker_ends()
        if start_thread:
            self.sender.start()
        return True

    def _greet(self):
        """Sends the greeting with the memory for the marks of steps, at once: the process may end at any time."""
        try:
            ring = StepRing()
        except (OSError, ValueError) as error:
            self.sender.greet(_hello())
            self.event("info", "Memory cannot be shared with the agent (%s), so the steps of the last tenth of a second "
                       "are lost if the process is killed." % error)
            return
        self.sender.greet(_hello(), ring.descriptor)
        ring.sent()
        self.tracker.use_ring(ring)

    def model(self):
        """The model that trains, or None."""
        for part in self.instruments.values():
            model = part.trained_model()
            if model is not None:
                return model
        return None

    def event(self, severity, text):
        self.sender.define(wire.event(clock.now_ns(), severity, text))

    def facts(self, values):
        self.sender.define(wire.facts(values))

    def failed(self, where, error):
        """Reports an error inside the hook once and turns the hook off."""
        if self.off:
            return
        try:
            self.event("error", "The hook stopped %s (%s: %s), so steps and ops end here; the training continues."
                       % (where, type(error).__name__, error))
        except Exception:
            pass
        self.shut_down()

    def shut_down(self):
        if self.off:
            return
        self.off = True
        self._watch.stop()
        for part in list(self.instruments.values()) + [self.tracker]:
            try:
                part.stop()
            except Exception:
                pass

    def explicit_step(self, samples):
        if self.off:
            return
        try:
            end = clock.now_ns()
            self.check_process()
            if self.ready():
                samples = _sample_count(samples)
                seen = [part.take_samples() for part in self.instruments.values()]
                if samples is None and any(seen):
                    samples = sum(seen)
                worked = [part.report_sizes(samples, end) for part in self.instruments.values()]
                self.tracker.mark(samples, True, end, any(worked))
        except Exception as error:
            self.failed("at a step mark", error)

    def metric(self, name, value):
        if self.off:
            return
        try:
            self.check_process()
            if self.ready():
                self.metrics.report(name, value)
        except (TypeError, ValueError) as error:
            if not self._bad_metric:
                self._bad_metric = True
                self.event("warning", "A metric is not a number (%s: %s) and is left out; pass a number or a tensor with "
                           "one element." % (type(error).__name__, error))
        except Exception as error:
            self.failed("at a metric", error)

    def automatic_metric(self, name, value):
        """A metric that a framework reports."""
        if not self.off and self._greeted:
            try:
                self.metrics.automatic(name, value)
            except Exception as error:
                self.failed("at a framework's metric", error)

    def enter(self, name, is_phase):
        """Begins a span or phase of the script; returns the argument for leave(), or None."""
        if self.off:
            return None
        try:
            self.check_process()
            if not self.ready():
                return None
            name = str(name)
            return self.own.phases.begin(name) if is_phase else self.own.begin(name, not self.tracker.tracer.traces)
        except Exception as error:
            self.failed("at a span", error)

    def leave(self, entry, is_phase):
        try:
            if self.off:
                return
            if not is_phase:
                self.own.end(entry)
                return
            end = clock.now_ns()
            self.own.phases.end(entry, end)
            if entry[0].lower() in NOT_TRAINING:
                self.tracker.skip_to(end)
        except Exception as error:
            self.failed("at a span", error)

    def _framework_imported(self, name):
        try:
            part = import_module(FRAMEWORKS[name]).Instrument(sys.modules[name], self)
            self.instruments[name] = part
        except Exception as error:
            self.failed("while preparing " + name, error)

    def _collect(self):
        if self._greeted:
            for take in self.collected:
                take()
            self.own.send(self.stream, self.sender)
            self.metrics.send(self.sender)
        if self.sender.running:
            self.tracker.spend(self.sender.take_worked_ns())
        parts = list(self.instruments.values()) if self._greeted else ()
        rows = [row for part in parts for row in part.memory.take(everything=self.off)]
        parts = [self.tracker.take_steps(), wire.memory(rows)]
        if self._reported != self.tracker.index:
            self._reported = self.tracker.index
            facts = self.tracker.facts()
            if facts:
                for part in self.instruments.values():
                    facts.update(part.memory.now() or {})
                parts.append(wire.facts(facts))
        return b"".join(parts)

    def _watch_forks(self):
        """Python 3.6, which has no os.register_at_fork."""
        original = os.fork

        @hidden
        @functools.wraps(original)
        def fork():
            self._before_fork()
            try:
                return original()
            except BaseException as error:
                drop_own_frame(error)
                raise

        os.fork = fork

    def _before_fork(self):
        try:
            if self._greeted and not self.off and self.pid == os.getpid():
                self.tracker.before_fork()
        except Exception as error:
            self.failed("before a fork", error)

    def _forked(self):
        """In a forked child: the connection stays with the parent; the child connects with its first step."""
        try:
            tracker, sender = self.tracker, self.sender
            sender.abandon()
            self.is_root = False
            tracker.tracer.drop()
            self._reset()
            if not self.off:
                for part in self.instruments.values():
                    part.forked()
        except Exception:
            self.off = True

    def check_process(self):
        """Detects a fork on Python 3.6, which has no os.register_at_fork."""
        if not _SEES_FORKS and self.pid != os.getpid():
            self._forked()

    def _flush_when_a_worker_ends(self):
        # Workers of multiprocessing end with os._exit and run only the finalizers of multiprocessing.
        processes = sys.modules.get("multiprocessing.util")
        if processes is not None:
            processes.Finalize(None, self._at_exit, exitpriority=-1000)

    def _at_exit(self):
        try:
            if self.pid != os.getpid() or not self._greeted:
                return
            if self.sender.dead:
                self.shut_down()  # torch prints an error at exit if a profiler is still on
                return
            if not self.off:
                for part in list(self.instruments.values()) + [self.tracker, self.own.phases]:
                    self._finish(part)
                if self.tracker.index:
                    facts = self.tracker.facts(force=True)
                    for part in self.instruments.values():
                        facts.update(part.memory.now() or {})
                    self.facts(facts)
                elif self.is_root:
                    self._explain_no_steps()
            self.off = True
            self.sender.flush()
        except Exception:
            pass

    def _finish(self, part):
        """Finishes one part; its failure does not prevent that of the others."""
        try:
            part.finish()
        except Exception as error:
            self.event("error", "The hook failed at the end (%s: %s)." % (type(error).__name__, error))

    def _explain_no_steps(self):
        if self.instruments:
            self.event("warning", "%s was imported but no optimizer made a step in process %d, so it has no steps or "
                       "ops; call stepscope.step() at the end of each iteration."
                       % (", ".join(sorted(self.instruments)), self.pid))
        else:
            self.event("warning", "Process %d imported no framework that the hook knows (%s), so it has no steps or "
                       "ops; call stepscope.step() at the end of each iteration to mark steps."
                       % (self.pid, ", ".join(sorted(FRAMEWORKS))))


def _sample_count(samples):
    """The value that a script passed as samples, as an int of 0 to 2^63 - 1; None if it is not a number."""
    try:
        return None if samples is None else min(max(int(samples), 0), (1 << 63) - 1)
    except (TypeError, ValueError, OverflowError):
        return None


def _hello():
    return wire.hello(os.getpid(), os.getppid(), "%d.%d.%d" % sys.version_info[:3], sys.executable or "", _arguments())


def _arguments():
    try:
        with open("/proc/self/cmdline", "rb") as file:
            return [part.decode("utf-8", "replace") for part in file.read(1 << 16).split(b"\0")[:-1]]
    except OSError:
        return list(getattr(sys, "argv", []))


def start(environ):
    """Starts the hook in this process. The returned runtime is off if no agent listens."""
    import stepscope

    runtime = Runtime(environ)
    runtime.start()
    if not runtime.off:
        stepscope._runtime = runtime
    return runtime
