"""Whether the calling code is being compiled by torch.compile.

The compiler follows a call into the hook's wrapper, which would become a part of the compiled code: with breaks of the
graph, which are errors under fullgraph=True, and recompilations whenever the hook's state changes. So the wrappers of
modules and optimizers first ask, and only call the original if this is the case; the compiler evaluates the question and
leaves nothing of the wrapper. What happens in compiled code is therefore not seen: an optimizer's step in there marks no step.

Where the compiler gives up on a function it compiles the functions that this one calls, also those of the hook, until
LeaveOut tells it not to.
"""
import sys

from ..importwatch import ImportWatch

RULES = (
    "torch._dynamo.trace_rules",  # from 2.2
    "torch._dynamo.skipfiles",  # before
)


def compiling(torch):
    """A function that returns true while the compiler follows it. Versions without it are not asked."""
    return getattr(getattr(torch, "compiler", None), "is_compiling", None) or _never


def _never():
    return False


class LeaveOut:
    """Tells the compiler to leave out the hook's functions, once it is imported; without that they work, too. Done with
    2.11; where its rules have another form, nothing changes."""

    def __init__(self):
        self._watch = ImportWatch(RULES, self._imported)

    def start(self):
        self._watch.start()

    def stop(self):
        self._watch.stop()

    @staticmethod
    def _imported(name):
        try:
            sys.modules[name].add("stepscope")
        except Exception:
            pass
