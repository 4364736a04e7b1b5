"""Interns the ops of all PyTorch profilers by name, shapes and module, and reports their work."""
import ast

from .opwork import work

MOST_KEYS = 65536


class OpSink:
    def __init__(self, stream):
        self.stream = stream
        self.ids = {}  # (name, shapes, module) -> op; hot loops read it directly

    def op(self, name, shapes, module, kind=None, counted=None):
        """The number of an op. shapes: text such as '[[4, 3], []]'; counted(): the profiler's own count of
        operations."""
        key = (name, shapes, module)
        number = self.ids.get(key)
        if number is None:
            number = self.stream.op(name, shapes_text(shapes), module, kind or category(name))
            if len(self.ids) < MOST_KEYS:
                self.ids[key] = number
                operations, moved = work(name, _parsed(shapes), counted() if counted is not None else 0)
                if operations or moved:
                    self.stream.work(number, operations, moved)
        return number


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
