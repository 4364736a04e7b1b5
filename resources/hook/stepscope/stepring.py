"""The marks of ended steps, in memory that the agent also maps: they survive any end of this process.

The ring is a file in memory without a name. Its descriptor is sent to the agent with the greeting, and the agent reads
the records while the training runs and once more when the connection has ended. Layout: remote/hookwire/message.h.
"""
import itertools
import mmap
import os
import struct
import sys

from .descriptors import FIRST_DESCRIPTOR

RECORDS = 65536
RECORD = struct.Struct("<QqqQIIQ")  # index, start, end, samples, flags, check, sequence
BYTES = RECORDS * RECORD.size
_LOW = 0xFFFFFFFF


class StepRing:
    """Raises OSError or ValueError where memory cannot be shared."""

    def __init__(self):
        self.descriptor = _memory_file()  # closed by sent()
        try:
            # Reserves all pages: without room this call fails, instead of the training at a later write.
            os.posix_fallocate(self.descriptor, 0, BYTES)
            self._memory = _mapped(self.descriptor)
        except BaseException:
            self.sent()
            raise
        self._process = os.getpid()
        self._numbers = itertools.count(1)  # next() is atomic, and a number is used once even if a signal interrupts

    def sent(self):
        """Closes the descriptor, which the agent has now; the memory stays mapped."""
        os.close(self.descriptor)

    def put(self, index, start, end, samples, flags):
        """Adds the mark of a step. The sequence number is written last, so that a record is complete or absent."""
        if os.getpid() != self._process:
            return  # forked by code in C, which Python does not notice: the ring is the parent's
        number = next(self._numbers)
        check = index ^ start ^ end ^ samples ^ flags ^ number
        RECORD.pack_into(self._memory, (number - 1) % RECORDS * RECORD.size, index, start, end, samples, flags,
                         (check ^ check >> 32) & _LOW, number)


def _memory_file():
    if hasattr(os, "memfd_create"):  # from Python 3.8 on
        try:
            return os.memfd_create("stepscope-steps")
        except OSError:  # forbidden in some containers
            pass
    return os.open("/dev/shm", os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)


def _mapped(descriptor):
    if sys.version_info >= (3, 13):
        return mmap.mmap(descriptor, BYTES, trackfd=False)
    # The map keeps a duplicate of the descriptor, which gets the lowest free number. All low numbers are taken
    # meanwhile, so that the script's own descriptors get the same numbers as without the hook.
    taken = []
    try:
        while not taken or taken[-1] < FIRST_DESCRIPTOR:
            taken.append(os.dup(descriptor))
        return mmap.mmap(descriptor, BYTES)
    finally:
        for number in taken:
            os.close(number)
