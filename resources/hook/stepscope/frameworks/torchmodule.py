"""Finds the model (the outermost module that trains) and watches its forward calls.

During the search, a wrapper of Module.__call__ sees every module; the first one that trains and has parameters is the
model, because outer modules are called first. Afterwards only the model's class has a wrapper, so inner modules cost
nothing. The module object is not modified, so that it is copied, saved and compiled as without the hook.

Until a module trains, the first one with parameters that runs is taken as the model, since possibly none ever trains.

The wrapper of Module.__call__ stays until a module shows which dimension of the model's input is the batch, at most to the
end of the model's first step.
"""
import functools
import weakref

from .. import clock
from ..traceback_frames import drop_own_frame, hidden
from .batchdimension import BatchDimension, is_compiled
from .compiling import compiling


class ModelWatch:
    def __init__(self, torch, runtime, listener):
        """listener.forward(): called before each training forward of the model; listener.evaluation(start,
        is_evaluation): before each other forward, returns the start if its end is of interest, else None;
        listener.ended(begun): after a forward whose end is of interest."""
        self._torch = torch
        self._runtime = runtime
        self._listener = listener
        self._grad_enabled = torch.is_grad_enabled
        self._compiling = compiling(torch)
        self._quiet = runtime.tracker.quiet
        self._model = None  # weak reference
        self._class = None
        self._everywhere = (None, None)  # wrapper and original of Module.__call__
        self._seeking = False
        self._tentative = False  # the model has not trained yet
        self._misses = 0
        self._batch = BatchDimension(torch, self._quiet)
        self._looked = True  # for the batch in the model's input
        self._looking = False
        self.input_bytes = 0
        self.last_samples = 0  # samples of the last forward

    @property
    def model(self):
        return self._model() if self._model is not None else None

    @property
    def is_settled(self):
        """The model is known and runs; there is no search."""
        return not (self._seeking or self._tentative or self._misses) and self.model is not None

    def start(self):
        if not self._seeking:
            self._seeking = True
            self._watch_every_call()

    def stop(self):
        self._stop_seeking()
        self._unwrap()
        self._model = None

    def take_samples(self):
        """The number of training samples since the last call. Starts a search for another model if this one did not
        run."""
        quiet = self._quiet
        forwards = quiet.forwards
        samples = quiet.take_samples()
        if self._looking:
            self._stop_looking()
        if forwards:
            self._runtime.tracker.was_active()
        if forwards or self._tentative:
            self._misses = 0
        elif not self._seeking:
            # At intervals that double, since a search costs one call per module: the loop may not use modules at all.
            self._misses += 1
            if self._misses & (self._misses - 1) == 0:
                self.start()
        else:
            self._misses += 1
            self._stop_seeking()
        return samples

    def _seen(self, module, args, kwargs):
        """Called before any module's call during the search. Returns the start if the end is of interest, else None."""
        try:
            begun = self._seek(module, args, kwargs)
            if self._looking:
                self._see_input(module, args, kwargs)
            return begun
        except Exception as error:
            self._runtime.failed("while looking for the model", error)
        return None

    def _seek(self, module, args, kwargs):
        model = self.model
        if not module.training or not self._grad_enabled():
            if model is None and next(module.parameters(), None) is not None:
                self._adopt(module, tentative=True)
                begun = self._enter(module, args, kwargs)
                self._look()
                return begun
            return None
        if model is module:
            self._tentative = False  # its wrapper counted this call
        elif model is None or self._misses or self._tentative:
            if next(module.parameters(), None) is None:
                return None
            self._adopt(module)
            begun = self._enter(module, args, kwargs)
            self._end_search(module)
            return begun
        elif not self._quiet.samples:
            # The model's input contains no tensor: the first inner module that receives one defines the batch size.
            self._count(args, kwargs)
        self._end_search(module)
        return None

    def _end_search(self, module):
        if self._quiet.samples or self.model is module:
            if self.model is module:
                self._look()
            if not self._looking:
                self._stop_seeking()

    def _look(self):
        """Begins to look for modules that show the batch in the model's input, once the model has received one."""
        if not self._looked and self._quiet.counted:
            self._looked = True
            self._looking = not is_compiled(self.model)

    def _see_input(self, module, args, kwargs):
        try:
            tensor = self._first_tensor(list(args) + list(kwargs.values()), 0)
            if tensor is not None and self._batch.see(module, args, tensor.shape):
                self._stop_looking()
        except Exception:  # a module of an unusual kind shows nothing; the first dimension counts
            self._stop_looking()

    def _stop_looking(self):
        self._looking = False
        if self._seeking and not self._tentative:
            self._stop_seeking()

    def _adopt(self, module, tentative=False):
        self._misses = 0
        self._tentative = tentative
        self._looked = self._looking = False
        self._quiet.forget_input()
        self._model = weakref.ref(module, self._gone)
        self._wrap(type(module))
        self._quiet.model = id(module)

    def _gone(self, reference):
        if reference is self._model:
            self._quiet.model = 0

    def settled(self):
        """Ends the search: there is no optimizer, so the current model is final."""
        self._tentative = False
        self._stop_seeking()

    def _enter(self, module, args, kwargs):
        """Called before a call of the model."""
        if self._torch._C._get_tracing_state() is not None:
            return None  # jit.trace would record the accesses to tensors in here
        training = module.training and self._grad_enabled()
        tracker = self._runtime.tracker
        if tracker.tracing:
            tracker.tracer.seen_forward(module.training or not tracker.forwards.over)
        if training:
            self._tentative = False
            self._forward(args, kwargs)
            return None if tracker.forwards.over else clock.now_ns()
        if not tracker.forwards.over:
            trains = tracker.forwards.training_known
            self._count(args, kwargs, keep=not trains)
            if not trains:
                tracker.activity()
        return self._listener.evaluation(clock.now_ns(), not module.training)

    def _forward(self, args, kwargs):
        quiet = self._quiet
        self._listener.forward()  # first: it ends earlier phases, before the step becomes active
        quiet.forwards += 1
        if quiet.inside:
            if quiet.in_closure:
                return  # a closure runs the same batch again
            quiet.in_closure = True
        self._count(args, kwargs)

    def _leave(self, begun):
        try:
            self._listener.ended(begun)
        except Exception as error:
            self._runtime.failed("after the model's forward", error)

    def _count(self, args, kwargs, keep=True):
        tensor = self._first_tensor(list(args) + list(kwargs.values()), 0)
        if tensor is not None:
            shape = self._batch.packed_shape(args) or tensor.shape
            if len(shape) == 1 and not tensor.is_floating_point():
                self._quiet.flat = True
            self.last_samples = self._quiet.note(shape) if keep else self._quiet.size_of(shape)
            if not self.input_bytes or self._runtime.tracker.tracing:
                self.input_bytes = sum(tensor.numel() * tensor.element_size()
                                       for tensor in self._tensors(list(args) + list(kwargs.values()), 0))

    def _first_tensor(self, values, depth):
        for value in values:
            if isinstance(value, self._torch.Tensor):
                if len(value.shape):
                    return value
            elif depth < 3 and isinstance(value, (list, tuple, dict)):
                tensor = self._first_tensor(value.values() if isinstance(value, dict) else value, depth + 1)
                if tensor is not None:
                    return tensor
        return None

    def _wrap(self, cls):
        if cls is self._class:
            return
        self._unwrap()
        own = cls.__dict__.get("__call__")
        inherited = super(cls, cls)
        watch, quiet = self, self._quiet
        now, grad_enabled, tensor = clock.now_ns, self._grad_enabled, self._torch.Tensor
        tracing = self._torch._C._get_tracing_state
        in_compiler = self._compiling

        @hidden
        @functools.wraps(own or inherited.__call__)
        def call(module, *args, **kwargs):
            if in_compiler():
                return own(module, *args, **kwargs) if own is not None else super(cls, module).__call__(*args, **kwargs)
            begun = None
            saving = False
            if quiet.model == id(module):
                start = now()
                # The part of _guarded_enter that has an effect in a quiet step.
                if (quiet.count < quiet.limit and args and type(args[0]) is tensor and module.training
                        and not quiet.inside and grad_enabled() and tracing() is None):
                    quiet.forwards += 1
                    shape = args[0].shape
                    if quiet.counted or not quiet.plain or len(shape) == 1:
                        if shape:
                            quiet.note(shape)
                    elif shape:
                        quiet.samples = int(shape[0])
                        quiet.counted = 1
                        quiet.shape = shape
                    quiet.own_ns += now() - start
                else:
                    begun = watch._guarded_enter(module, args, kwargs)
                    saving = watch._begin_saving(module, args, kwargs)
            try:
                if own is not None:
                    result = own(module, *args, **kwargs)
                else:
                    # Looked up at each call, since other tools also replace torch.nn.Module.__call__ temporarily.
                    result = super(cls, module).__call__(*args, **kwargs)
            except BaseException as error:
                if saving:
                    watch._end_saving()
                drop_own_frame(error)
                raise
            if saving:
                watch._end_saving()
            if begun is not None:
                watch._leave(begun)
            return result

        call.stepscope_original = own
        cls.__call__ = call
        self._class = cls

    def _unwrap(self):
        self._quiet.model = 0
        cls, self._class = self._class, None
        if cls is None:
            return
        current = cls.__dict__.get("__call__")
        if hasattr(current, "stepscope_original"):  # else it is wrapped again; it has no effect any more
            if current.stepscope_original is None:
                del cls.__call__
            else:
                cls.__call__ = current.stepscope_original

    def _guarded_enter(self, module, args, kwargs):
        try:
            return self._enter(module, args, kwargs)
        except Exception as error:
            self._runtime.failed("at the model's forward", error)
            return None

    def _begin_saving(self, module, args, kwargs):
        """Measures the intermediate tensors of this forward if it is due; true if _end_saving() must follow."""
        try:
            if not (module.training and self._grad_enabled()) or self._torch._C._get_tracing_state() is not None:
                return False
            index = self._runtime.tracker.index
            return index > 0 and self._listener.memory.begin_forward(
                index, module, self._tensors(list(args) + list(kwargs.values()), 0))
        except Exception as error:
            self._runtime.failed("before the model's forward", error)
            return False

    def _end_saving(self):
        try:
            self._listener.memory.end_forward()
        except Exception as error:
            self._runtime.failed("after the model's forward", error)

    def _tensors(self, values, depth):
        found = []
        for value in values:
            if isinstance(value, self._torch.Tensor):
                found.append(value)
            elif depth < 3 and isinstance(value, (list, tuple, dict)):
                found += self._tensors(value.values() if isinstance(value, dict) else value, depth + 1)
        return found

    def _stop_seeking(self):
        self._seeking = False
        wrapper, original = self._everywhere
        base = self._torch.nn.Module
        if wrapper is not None and base.__dict__.get("__call__") is wrapper:
            base.__call__ = original

    def _watch_every_call(self):
        # Not by torch's global hooks: with a hook, calls take a different path through torch, which tracebacks show.
        base = self._torch.nn.Module
        original = base.__call__
        watch = self
        in_compiler = self._compiling

        @hidden
        def call(module, *args, **kwargs):
            if in_compiler():
                return original(module, *args, **kwargs)
            begun = watch._seen(module, args, kwargs) if watch._seeking else None
            try:
                result = original(module, *args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise
            if begun is not None:
                watch._leave(begun)
            return result

        base.__call__ = call
        self._everywhere = (call, original)
