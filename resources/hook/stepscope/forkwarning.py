"""Suppresses the warning of Python 3.12 and later about a fork in a process with threads, if the hook's thread is the
only other thread."""
import os
import re
import sys
import warnings

_WARNS = hasattr(os, "register_at_fork") and sys.version_info >= (3, 12)
# Inserted into the list of filters directly: warnings.filterwarnings() would reset which warnings were already shown.
_FILTER = ("ignore", re.compile(r"This process \(pid=\d+\) is multi-threaded"), DeprecationWarning, None, 0)


def suppress(has_own_thread):
    """has_own_thread(): called before each fork; true if the hook's thread runs. Does nothing where Python does not
    warn."""
    if not _WARNS:
        return

    def before():
        # The filter stays until the next fork: versions differ in whether they warn before or after the handlers run.
        while _FILTER in warnings.filters:
            warnings.filters.remove(_FILTER)
        if has_own_thread() and _threads() == 2:
            warnings.filters.insert(0, _FILTER)

    os.register_at_fork(before=before)


def _threads():
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 0
