"""TensorFlow 1: each Session.run that applies gradients is a step; other runs are phases.

Estimators, monitored sessions and Keras use the same two entry points: BaseSession.run, and callables that a session
created beforehand, which cannot return metadata.
"""
import re
import sys
import weakref

from .. import clock

# Kernels that apply gradients: ApplyAdam, SparseApplyAdagrad, ResourceApplyMomentum, ResourceSparseApplyFtrl, ...
APPLIES = re.compile(r"^(Resource)?(Sparse)?Apply[A-Z]")
KERAS_SCOPE = "training/"  # name scope of the assignments of Keras' optimizers of 1.x
MOST_OPS = 1 << 18
MOST_CACHED = 4096
MOST_NAMES = 200
FULL_TRACE = 3


class SessionWatch:
    def __init__(self, tensorflow, runtime, instrument):
        self._tensorflow = tensorflow
        self._runtime = runtime
        self._instrument = instrument
        self._trains = weakref.WeakKeyDictionary()  # graph -> names of the fetches -> bool
        self._callables = weakref.WeakKeyDictionary()  # callable -> (graph, names)
        self._names = set()
        self._inside = False
        kind = _session_class()
        if kind is None:
            return
        instrument.wrap(kind, "run", self._run)
        if hasattr(kind, "_make_callable_from_options"):
            instrument.wrap(kind, "_make_callable_from_options", self._make_callable)
            made = getattr(kind, "_Callable", None)
            if made is not None and "__call__" in vars(made):
                instrument.wrap(made, "__call__", self._call)

    def _run(self, original, args, kwargs):
        if self._inside or self._runtime.off or len(args) < 2 and "fetches" not in kwargs:
            return original(*args, **kwargs)
        session, fetches, feeds, options, metadata = _arguments(*args, **kwargs)
        names = tuple(_names(fetches))
        trains = self._is_training(getattr(session, "graph", None), names)
        tracer = self._begin(trains)
        if tracer is not None:
            options, metadata = self._traced(options, metadata)
        self._inside = True
        start = clock.now_ns()
        try:
            if tracer is None:
                result = original(*args, **kwargs)
            else:
                result = original(session, fetches, feeds, options, metadata)
        finally:
            self._inside = False
        self._ended(trains, names, start, feeds, tracer and metadata)
        return result

    def _call(self, original, args, kwargs):
        target = self._callables.get(args[0]) if args else None
        if self._inside or self._runtime.off or target is None:
            return original(*args, **kwargs)
        trains = self._is_training(*target)
        if self._begin(trains) is not None:
            self._instrument.tracer.report_untraced_callables()
        self._inside = True
        start = clock.now_ns()
        try:
            result = original(*args, **kwargs)
        finally:
            self._inside = False
        self._ended(trains, target[1], start, dict(enumerate(args[1:])), None)
        return result

    def _make_callable(self, original, args, kwargs):
        result = original(*args, **kwargs)
        try:
            options = args[1] if len(args) > 1 else kwargs["callable_options"]
            self._callables[result] = (getattr(args[0], "graph", None), tuple(options.fetch) + tuple(options.target))
        except Exception:
            pass  # unknown signature of another version: its calls are not watched
        return result

    def _begin(self, trains):
        """Called before a run; returns the tracer if the ops of this run are to be traced."""
        if not trains:
            return None
        self._instrument.step_begins()
        tracer = self._instrument.tracer
        return tracer if tracer is not None and self._runtime.tracker.tracing and tracer.wants_metadata else None

    def _ended(self, trains, names, start, feeds, metadata):
        try:
            end = clock.now_ns()
            if not trains:
                self._runtime.own.phases.done("run " + self._label(names), start, end)
                return
            if metadata is not None:
                self._instrument.tracer.keep(metadata, start, end)
            if isinstance(feeds, dict):
                self._instrument.saw_samples(feeds.values())
            self._instrument.step_ended(end)
        except Exception as error:
            self._runtime.failed("after a session's run", error)

    def _label(self, names):
        name = names[0] if names else "nothing"
        if name not in self._names:
            if len(self._names) >= MOST_NAMES:
                return "others"
            self._names.add(name)
        return name

    def _traced(self, options, metadata):
        """(options, metadata) that request a full trace. Options of a script that trace already are not changed."""
        space = getattr(self._tensorflow, "compat", self._tensorflow)
        space = getattr(space, "v1", self._tensorflow)
        if metadata is None:
            metadata = space.RunMetadata()
        if options is None:
            options = space.RunOptions(trace_level=FULL_TRACE)
        elif not options.trace_level:
            asked, options = options, space.RunOptions()
            options.CopyFrom(asked)
            options.trace_level = FULL_TRACE
        return options, metadata

    def _is_training(self, graph, names):
        """Whether the ops that the fetches depend on apply gradients. Cached per graph and fetches."""
        if graph is None:
            return False
        cache = self._trains.get(graph)
        if cache is None:
            cache = self._trains[graph] = {}
        trains = cache.get(names)
        if trains is None:
            trains = _applies_gradients(graph, names)
            if len(cache) < MOST_CACHED:
                cache[names] = trains
        return trains


def _session_class():
    module = sys.modules.get("tensorflow.python.client.session")
    return getattr(module, "BaseSession", None)


def _arguments(session, fetches, feed_dict=None, options=None, run_metadata=None):
    return session, fetches, feed_dict, options, run_metadata


def _names(fetches):
    """Names of all fetches, of any nesting."""
    if isinstance(fetches, str):
        return [fetches]
    if isinstance(fetches, dict):
        return [name for value in fetches.values() for name in _names(value)]
    if isinstance(fetches, (list, tuple)):
        return [name for value in fetches for name in _names(value)]
    for part in (fetches, getattr(fetches, "op", None), getattr(fetches, "values", None)):  # values: IndexedSlices
        name = getattr(part, "name", None)
        if isinstance(name, str):
            return [name]
    return []


def _applies_gradients(graph, names):
    waiting, seen = [], set()
    for name in names:
        try:
            waiting.append(graph.get_operation_by_name(name.split(":")[0].lstrip("^")))
        except (KeyError, ValueError):
            continue
    while waiting and len(seen) < MOST_OPS:
        op = waiting.pop()
        if op.name in seen:
            continue
        seen.add(op.name)
        if APPLIES.match(op.type) or (op.type.startswith("Assign") and op.name.startswith(KERAS_SCOPE)):
            return True
        waiting.extend(tensor.op for tensor in op.inputs)
        waiting.extend(op.control_inputs)
    return False
