"""Calls back when the import of a framework is complete."""
import sys
from importlib.util import find_spec

# Compiled under the file name of the import system, whose frames Python removes from tracebacks of failed imports.
_EXEC_MODULE = compile("""
def exec_module(module):
    before()
    original(module)
    after()
""", "<frozen importlib._bootstrap_external>", "exec")


class ImportWatch:
    """The first finder on sys.meta_path. names: modules to watch; ready(name): called after the import of each."""

    def __init__(self, names, ready):
        self._waiting = set(names)
        self._busy = set()
        self._ready = ready

    def start(self):
        for name in sorted(self._waiting):
            if name in sys.modules:
                self._arrived(name)
        if self._waiting:
            sys.meta_path.insert(0, self)

    def stop(self):
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(self, name, path=None, target=None):
        if name not in self._waiting or name in self._busy:
            return None
        self._busy.add(name)
        try:
            spec = find_spec(name)
        finally:
            self._busy.discard(name)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            self._follow(name, spec.loader)
        return spec

    def _follow(self, name, loader):
        """Shadows exec_module on this loader object until it has run once."""

        def before():
            try:
                del loader.exec_module
            except AttributeError:
                pass

        names = {"before": before, "original": loader.exec_module, "after": lambda: self._arrived(name)}
        exec(_EXEC_MODULE, names)
        try:
            loader.exec_module = names["exec_module"]
        except AttributeError:  # a loader without instance attributes cannot be followed
            pass

    def _arrived(self, name):
        self._waiting.discard(name)
        if not self._waiting:
            self.stop()
        self._ready(name)
