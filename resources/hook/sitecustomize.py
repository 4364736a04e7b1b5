"""Runs at the start of every Python that has this folder on PYTHONPATH.

Starts the hook, then hands over to the sitecustomize that Python would have run without this one.
"""
import os
import sys


def _start_hook():
    if not os.environ.get("STEPSCOPE_SOCKET"):
        return
    try:
        from stepscope import runtime

        runtime.start(os.environ)
    except Exception:  # a broken hook must not cost the user the training
        pass


def _run_the_users_own():
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    here = os.path.realpath(os.path.dirname(os.path.abspath(__file__)))
    others = [entry for entry in sys.path if os.path.realpath(entry or os.curdir) != here]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    # The import system returns what stands in sys.modules, so the user's module takes this one's place.
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


_start_hook()
_run_the_users_own()
