"""Interns the ops of all PyTorch profilers by name, shapes and module, and reports their work."""
import ast

from .convolutions import FORWARD, output_of, output_of_gradient
from .opwork import work

MOST_KEYS = 65536


class OpSink:
    def __init__(self, stream, geometries=None):
        """geometries: ModulePaths.geometries."""
        self.stream = stream
        self.ids = {}  # (name, shapes, module) -> op; hot loops read it directly
        self.pending = {}  # convolutions whose output is unknown: op -> (name, shapes)
        self._geometries = {} if geometries is None else geometries

    def op(self, name, shapes, module, kind=None):
        """The number of an op. shapes: text such as '[[4, 3], []]'."""
        key = (name, shapes, module)
        number = self.ids.get(key)
        if number is None:
            number = self.stream.op(name, shapes_text(shapes), module, kind or category(name))
            if len(self.ids) < MOST_KEYS:
                self.ids[key] = number
                self._report_work(number, name, _parsed(shapes), module)
        return number

    def _report_work(self, number, name, shapes, module):
        output = None
        if name in FORWARD and len(shapes) > 1:
            output = output_of(self._geometries.get(module), shapes[0], shapes[1])
            if output is None:
                self.pending[number] = (name, shapes)
        operations, moved = work(name, shapes, output)
        if operations or moved:
            self.stream.work(number, operations, moved)

    def saw_gradient(self, number, shapes):
        """Notes the shapes of the gradients that the backward node of the pending op `number` receives."""
        name, forward = self.pending.get(number, ("", ()))
        gradients = _parsed(shapes)
        output = output_of_gradient(gradients[0], forward[0], forward[1]) if name and gradients else None
        if output is not None:
            del self.pending[number]
            self.stream.work(number, *work(name, forward, output))


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
