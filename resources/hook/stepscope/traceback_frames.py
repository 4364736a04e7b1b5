"""Hides the hook's frames: tracebacks of the training's exceptions, and the lines to which its warnings belong, are those
without the hook."""
import functools
import operator
import os
import sys
import types

# Since 3.11 a bare `raise` uses the traceback of the exception. Before, it uses the one that was caught.
_RAISE_USES_CHANGED = sys.version_info >= (3, 11)
# Frames of files with these words do not count for the `stacklevel` of a warning.
_FILE = "<stepscope, hidden as importlib._bootstrap>"


_FOLDER = os.path.dirname(os.path.abspath(__file__)) + os.sep


def drop_own_frame(error):
    """For `except BaseException as error: drop_own_frame(error); raise` in a function that is `hidden`."""
    if _RAISE_USES_CHANGED:
        error.__traceback__ = _without_own(error.__traceback__)


def _without_own(trace):
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file != _FILE and not file.startswith(_FOLDER):
            return trace
        trace = trace.tb_next
    return None


def hidden(wrapper):
    """A decorator for a function of the hook that calls a function of the training or of the framework."""
    wrapper.__code__ = _renamed(wrapper.__code__)
    return wrapper if _RAISE_USES_CHANGED else _without_frame(wrapper)


def _without_frame(wrapper):
    """A callable whose exceptions have no entry of it in their tracebacks.

    Python adds an entry for each Python function that an exception leaves. So the exception is caught in the
    constructor of a class, and raised again by the code in C that calls __init__: it looks up the property, which
    calls `again` of the object, which throws into a generator that has ended. None of these has a frame.
    """

    class Call(object):
        def __new__(cls, *args, **kwargs):
            try:
                return wrapper(*args, **kwargs)
            except BaseException as error:
                failed = object.__new__(Failed)
                failed.again = functools.partial(_ended_generator().throw, type(error), error,
                                                 _without_own(error.__traceback__))
                try:
                    return failed
                finally:
                    del failed  # the traceback refers to this frame: a reference from it would be a cycle

    class Failed(Call):
        __init__ = property(operator.methodcaller("again"))

    Call.__new__.__code__ = _renamed(Call.__new__.__code__)
    # Unlike a class it becomes a method of the object that it is read from. It caches nothing.
    result = functools.lru_cache(maxsize=0)(Call)
    vars(result).clear()
    functools.update_wrapper(result, wrapper)
    result.__wrapped__ = getattr(wrapper, "__wrapped__", wrapper)
    return result


def _ended_generator():
    ended = (None for _ in ())
    next(ended, None)
    return ended


def _renamed(code):
    if hasattr(code, "replace"):
        return code.replace(co_filename=_FILE)
    return types.CodeType(  # before 3.8
        code.co_argcount, code.co_kwonlyargcount, code.co_nlocals, code.co_stacksize, code.co_flags, code.co_code,
        code.co_consts, code.co_names, code.co_varnames, _FILE, code.co_name, code.co_firstlineno, code.co_lnotab,
        code.co_freevars, code.co_cellvars)
