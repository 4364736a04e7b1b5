"""From Python 3.12 on a fork beside other threads is warned of. Where the hook's own thread is the only other one, the
training has done nothing to be warned of."""
import os
import re
import sys
import warnings

_WARNS = hasattr(os, "register_at_fork") and sys.version_info >= (3, 12)
# Of the list itself: what was warned of before is not forgotten, as it is when a filter is set.
_FILTER = ("ignore", re.compile(r"This process \(pid=\d+\) is multi-threaded"), DeprecationWarning, None, 0)


def keep_quiet(has_own_thread):
    """has_own_thread: called before each fork. Nothing is done where no fork is warned of."""
    if not _WARNS:
        return

    def before():
        # It stays until the next fork: some versions warn before a handler of the parent runs, some after.
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
