"""The interface between the runtime and the instrument of a framework; wraps functions of the framework and restores
them."""

_INHERITED = object()


class NoMemory:
    """The interface of memory statistics; an implementation for frameworks without them."""

    def now(self):
        """The facts that change during a run, as a dictionary, or None."""
        return None

    def watch(self):
        """Prepares the calling thread; returns the function that records the memory in use, or None."""
        return None

    def take(self, everything=False):
        """The rows recorded since the last call, by time: (time, used, reserved, peak, parameters, gradients,
        optimizer, inputs, intermediate) in ns and bytes; -1 where unknown."""
        return ()


class BaseInstrument:
    memory = NoMemory()

    def __init__(self, runtime):
        self._runtime = runtime
        self._wrapped = []

    def replace(self, owner, name, make):
        """Replaces an attribute of a class or module by make(original)."""
        before = vars(owner).get(name, _INHERITED)
        wrapper = make(getattr(owner, name))
        setattr(owner, name, wrapper)
        self._wrapped.append((owner, name, wrapper, before))

    def give_back(self, owner, name):
        """Restores an attribute whose wrapper is not needed any more."""
        for row in [row for row in self._wrapped if row[:2] == (owner, name)]:
            self._wrapped.remove(row)
            _restore(*row)

    def forked(self):
        """Called in a forked child: resets the state."""

    def finish(self):
        """Called at exit."""

    def stop(self):
        """Called when the hook turns itself off; restores all functions."""
        for row in self._wrapped:
            _restore(*row)
        self._wrapped = []

    def take_samples(self):
        """The number of training samples since the last call."""
        return 0

    def report_sizes(self, samples, end, optimizer=None):
        """Called at the end of a step to report sizes of tensors; true if that took time."""
        return False

    def trained_model(self):
        """The model that trains, or None."""
        return None


def _restore(owner, name, wrapper, original):
    if vars(owner).get(name) is not wrapper:
        return  # another wrapper lies around this one: it stays and has no effect
    if original is _INHERITED:
        delattr(owner, name)
    else:
        setattr(owner, name, original)
