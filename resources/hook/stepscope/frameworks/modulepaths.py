"""Records which module an op runs in ("layer1.0.conv2") during a window.

Module.__call__ is replaced only during the window; modules themselves are not modified. Each call records its begin and
end; an op is assigned to a module by its time and thread.
"""
import _thread

from .. import clock
from ..traceback_frames import drop_own_frame, hidden
from .compiling import compiling
from .convolutions import geometry

MOST_CALLS = 1 << 18  # per window; later calls have no path
MOST_GEOMETRIES = 1 << 16


class ModulePaths:
    def __init__(self, torch):
        self._torch = torch
        self.geometries = {}  # path of a convolution -> see convolutions.geometry()
        self._names = {}  # id of a module -> path
        self._calls = {}  # thread -> [(time, path, or None where the innermost call ends)]
        self._room = 0
        self._on = False
        self._wrapper = self._original = None

    def start(self, model, note=None):
        """Starts recording. model: its inner modules get paths without its name; may be None. note: called before and
        after each call that has a path."""
        if self._on or _is_compiled(model):
            return
        self._names, self._calls, self._room = {}, {}, MOST_CALLS
        if model is not None:
            self._name(model, "")
        self._on = True
        base = self._torch.nn.Module
        self._original = base.__call__
        self._wrapper = self._watching(self._original, note)
        base.__call__ = self._wrapper

    def stop(self):
        """Stops recording; returns the calls by thread."""
        if not self._on:
            return {}
        self._on = False
        base = self._torch.nn.Module
        if base.__dict__.get("__call__") is self._wrapper:  # else it is wrapped again; it has no effect any more
            base.__call__ = self._original
        calls, self._calls, self._names = self._calls, {}, {}
        return calls

    def _watching(self, original, note):
        now, ident = clock.now_ns, _thread.get_ident
        in_compiler = compiling(self._torch)

        @hidden
        def call(module, *args, **kwargs):
            if in_compiler():
                return original(module, *args, **kwargs)
            rows = None
            if self._on and self._room > 0:
                path = self._names.get(id(module))
                if path is None:
                    path = self._name(module, type(module).__name__)
                rows = self._calls.get(ident())
                if rows is None:
                    rows = self._calls[ident()] = []
                self._room -= 1
                rows.append((now(), path))
                if note is not None:
                    note()
            try:
                return original(module, *args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise
            finally:
                if rows is not None:
                    if note is not None:
                        note()
                    rows.append((now(), None))

        return call

    def _name(self, root, prefix):
        """Names a root module and its inner modules, whose paths begin with `prefix`, the class name of the root."""
        names = self._names
        own = names[id(root)] = prefix or type(root).__name__
        try:
            for path, module in root.named_modules():
                if path and id(module) not in names:
                    names[id(module)] = prefix + "." + path if prefix else path
                known = geometry(module) if names[id(module)] not in self.geometries else None
                if known is not None and len(self.geometries) < MOST_GEOMETRIES:
                    self.geometries[names[id(module)]] = known
        except Exception:  # the script may override named_modules
            pass
        return own


def _is_compiled(model):
    """torch.compile analyzes the calls of modules: a wrapper inside them would change the compiled code."""
    return (type(model).__name__ == "OptimizedModule"
            or getattr(model, "_compiled_call_impl", None) is not None)


class PathAt:
    """Looks up paths by time; the times must not decrease. calls: those of one thread."""

    def __init__(self, calls):
        self._calls = calls or ()
        self._at = 0
        self._stack = [""]
        self._next = self._calls[0][0] if self._calls else 1 << 63

    def __call__(self, time):
        if time < self._next:
            return self._stack[-1]
        calls, at, stack = self._calls, self._at, self._stack
        while at < len(calls) and calls[at][0] <= time:
            path = calls[at][1]
            if path is not None:
                stack.append(path)
            elif len(stack) > 1:
                stack.pop()
            at += 1
        self._at = at
        self._next = calls[at][0] if at < len(calls) else 1 << 63
        return stack[-1]
