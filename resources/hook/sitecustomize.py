"""Runs at the start of every Python that has this folder on PYTHONPATH.

Starts the hook, then runs the sitecustomize that Python would have run without this one.
"""
import os
import sys


def _start_hook():
    if not os.environ.get("STEPSCOPE_SOCKET"):
        return
    try:
        from stepscope import runtime

        runtime.start(os.environ)
    except Exception:  # a failure of the hook must not end the training
        pass


def _run_users_sitecustomize():
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    here = os.path.realpath(os.path.dirname(os.path.abspath(__file__)))
    others = [entry for entry in sys.path if os.path.realpath(entry or os.curdir) != here]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    # The import system returns the entry of sys.modules, so the user's module replaces this one.
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


_start_hook()
_run_users_sitecustomize()
