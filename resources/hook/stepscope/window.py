"""Which steps are traced: the value of STEPSCOPE_OPS."""
from .budget import AutoWindow

DEFAULT = "auto"
NEVER = 1 << 62


class Window:
    """none | all | A:B | A:B:EVERY: a half-open range of step indices; with EVERY it repeats every EVERY steps."""

    share_spent = None  # share of the training's time spent on tracing; only AutoWindow knows it

    def __init__(self, first, last, every=0):
        self.first = first
        self.last = last
        self.every = every

    def traced(self, index, now=0):
        if index < self.first:
            return False
        if self.every:
            return (index - self.first) % self.every < self.last - self.first
        return index < self.last

    def untraced(self, index):
        """A lower bound of the number of steps, from this one on, that will not be traced."""
        if index < self.first:
            return self.first - index
        if self.every:
            at = (index - self.first) % self.every
            return 0 if at < self.last - self.first else self.every - at
        return 0 if index < self.last else NEVER

    def ended(self, index, traced, duration, overhead):
        """Notes the end of a step. duration, overhead: ns of the step, and of the hook's work next to it. Used by
        AutoWindow."""

    def spend(self, ns):
        """Adds a cost in ns that occurred between or within steps. Used by AutoWindow."""

    def restart(self):
        """Forgets the steps so far."""


def parse(text):
    """Returns (window, None), or (the default window, an error message of one line)."""
    text = (text or DEFAULT).strip()
    if text == "auto":
        return AutoWindow(), None
    if text == "none":
        return Window(NEVER, NEVER), None
    if text == "all":
        return Window(0, NEVER), None
    parts = text.split(":")
    if len(parts) in (2, 3) and all(part.isdigit() and len(part) < 16 for part in parts):
        first, last = int(parts[0]), int(parts[1])
        every = int(parts[2]) if len(parts) == 3 else 0
        if first < last and (len(parts) == 2 or every >= last - first):
            return Window(first, last, every), None
    return parse(DEFAULT)[0], (
        "The ops window '%s' is not auto, none, all, FIRST:END or FIRST:END:EVERY, so steps are traced as with %s; "
        "write for example 4:9 or 4:9:100." % (text[:80], DEFAULT)
    )
