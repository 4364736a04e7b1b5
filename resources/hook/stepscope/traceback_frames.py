"""Removes the hook's frames from the tracebacks of the training's exceptions."""
import sys

# Since 3.11 a bare `raise` uses the traceback of the exception. Before, it uses the one that was caught, so a traceback
# has one more line for each wrapped call.
_WORKS = sys.version_info >= (3, 11)


def drop_own_frame(error):
    """For `except BaseException as error: drop_own_frame(error); raise` in a function that wraps the user's."""
    if _WORKS and error.__traceback__ is not None:
        error.__traceback__ = error.__traceback__.tb_next
