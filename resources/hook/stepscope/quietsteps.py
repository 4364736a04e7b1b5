"""Steps that only end: not traced, nothing to find out, nothing to tell but when.

A training's own work throws the hook's out of the processor's caches, so each function and object that a step's end
touches costs microseconds, not nanoseconds. While all is settled, a step is therefore an entry in a list, made by the
wrappers of the framework themselves; what it means is worked out later for many at once.
"""
import os
from collections import deque

MOST = 256  # steps in a row; then one goes the whole way, where a dead connection and the like are noticed


class QuietSteps:
    """Written by the training's thread, but for `limit` and `ends`, which others empty."""

    __slots__ = ("count", "limit", "ends", "leader", "model", "inside", "in_closure", "samples", "forwards", "ended",
                 "own_ns", "process")

    def __init__(self):
        self.model = 0  # id of the model, while it lives
        self.samples = self.forwards = 0  # since the last step
        self.in_closure = False  # in an optimizer's step, and its batch is counted
        self.restart()

    def restart(self):
        """Also in a forked child, where the model is the same."""
        self.count = self.limit = 0  # steps are quiet while count < limit
        self.ends = deque()  # (end ns, samples)
        self.leader = 0  # id of the optimizer, while it lives
        self.inside = 0  # the thread that is in an optimizer's step
        self.ended = 0  # outermost calls of an optimizer's step that returned
        self.own_ns = 0  # the hook's own work in quiet steps, so far
        self.process = os.getpid()

    def begin(self, steps):
        self.count, self.limit = 0, min(steps, MOST)

    def leave(self):
        """Something came up: the next step goes the whole way."""
        self.limit = 0
