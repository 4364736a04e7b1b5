"""What the runtime asks of a framework's instrument, and the way to wrap a framework's functions and give them back."""

_INHERITED = object()


class NoMemory:
    """Of a framework that does not tell of its memory."""

    def now(self):
        """What changes, as facts."""
        return None

    def watch(self):
        """The function that notes what is used now, where there is something to note; else None."""
        return None

    def take(self):
        """What was noted since the last call, by time: (time, used, reserved, peak, parameters, gradients, optimizer, inputs,
        intermediate), -1 where it is not known."""
        return ()


class BaseInstrument:
    memory = NoMemory()

    def __init__(self, runtime):
        self._runtime = runtime
        self._wrapped = []

    def replace(self, owner, name, make):
        """make(original) -> the wrapper."""
        before = vars(owner).get(name, _INHERITED)
        wrapper = make(getattr(owner, name))
        setattr(owner, name, wrapper)
        self._wrapped.append((owner, name, wrapper, before))

    def give_back(self, owner, name):
        """One that is not needed any more."""
        for row in [row for row in self._wrapped if row[:2] == (owner, name)]:
            self._wrapped.remove(row)
            _restore(*row)

    def forked(self):
        """In a forked child: everything starts anew."""

    def finish(self):
        """At exit."""

    def stop(self):
        """The hook turns itself off."""
        for row in self._wrapped:
            _restore(*row)
        self._wrapped = []

    def take_samples(self):
        """Training samples since the last call."""
        return 0

    def tell_sizes(self, samples, end, optimizer=None):
        """At a step's end; True if that took time."""
        return False

    def trained_model(self):
        return None


def _restore(owner, name, wrapper, original):
    if vars(owner).get(name) is not wrapper:
        return  # somebody wrapped ours: it stays, and does nothing any more
    if original is _INHERITED:
        delattr(owner, name)
    else:
        setattr(owner, name, original)
