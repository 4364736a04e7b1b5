"""What all profilers of PyTorch have in common on the way to the agent: ops by name, shapes and module, with their
work, and links from the forward to the backward."""
import ast

from .opwork import work

MOST_KEYS = 65536


class OpSink:
    def __init__(self, stream):
        self.stream = stream
        self.ids = {}  # (name, shapes, module) -> op, for loops that cannot afford a call

    def op(self, name, shapes, module, kind=None, counted=None):
        """shapes: as text '[[4, 3], []]'; counted: called for the profiler's own count of operations, if new."""
        key = (name, shapes, module)
        found = self.ids.get(key)
        if found is None:
            found = self.stream.op(name, shapes_text(shapes), module, kind or category(name))
            if len(self.ids) < MOST_KEYS:
                self.ids[key] = found
                operations, moved = work(name, _parsed(shapes), counted() if counted is not None else 0)
                if operations or moved:
                    self.stream.work(found, operations, moved)
        return found


def _parsed(shapes):
    try:
        return ast.literal_eval(shapes) if len(shapes) < 4096 else ()
    except (ValueError, SyntaxError):
        return ()


def shapes_text(shapes):
    """'[[4, 3], [], [8], [], []]' -> '[4,3],[],[8]'."""
    parts = shapes[1:-1].replace(" ", "")
    while parts.endswith("[]"):
        parts = parts[:-2].rstrip(",")
    return parts


def category(name):
    if name.startswith("autograd::") or name.startswith("torch::autograd::") or "Backward" in name:
        return "backward"
    if name.startswith("Optimizer."):
        return "optimizer"
    return "op" if "::" in name else "range"
