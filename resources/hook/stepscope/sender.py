"""Queues messages of the training and sends them from a separate thread, so that the training never waits.

The queue is bounded. Data that do not fit are counted and reported as a loss once there is room. Definitions (names,
ops, lanes) are always accepted, since later messages refer to them.
"""
import _thread
import os
import signal
import socket
import struct
from collections import deque

from . import clock, wire
from .descriptors import high_descriptor, identity

QUEUE_BYTES = 8 << 20
PERIOD_SECONDS = 0.1
CONNECT_SECONDS = 1.0
FLUSH_SECONDS = 2.0
NICENESS = 5
TOO_SLOW = "The agent did not receive the data as fast as the training produced them; trace fewer steps."


def _uneven(seconds):
    """A duration of 0.5 to 1.5 times `seconds`. Waking at even intervals would be visible in the samples as a period.
    Does not use Python's random numbers, since the training may depend on their state."""
    return seconds * (0.5 + (clock.now_ns() >> 6) % 1024 / 1024.0)


class Sender:
    """collect: called from the sending thread before each send; returns bytes to send, or None."""

    def __init__(self, path, collect=None, queue_bytes=QUEUE_BYTES):
        self.path = path
        self.collect = collect
        self.dead = False
        self._queue = deque()
        self._queued = 0
        self._room = queue_bytes
        self._losses = {}
        self._guard = _thread.allocate_lock()
        self._wake = _thread.allocate_lock()
        self._wake.acquire()
        self._done = _thread.allocate_lock()
        self._socket = None
        self._identity = None
        self._running = False
        self._stopping = False
        self._worked_ns = 0  # processor time of the thread at the last call of take_worked_ns()

    def take_worked_ns(self):
        """Processor time in ns of the sending thread, which must call this, since the last call."""
        before, self._worked_ns = self._worked_ns, clock.thread_ns()
        return self._worked_ns - before

    @property
    def running(self):
        return self._running

    @property
    def connected(self):
        return self._socket is not None

    def connect(self):
        """Connects to the agent. False if no agent listens; the sender is dead then."""
        if self.dead or self._socket is not None:
            return not self.dead
        try:
            plain = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            plain.settimeout(CONNECT_SECONDS)
            plain.connect(self.path)
            self._socket = high_descriptor(plain)
            self._socket.settimeout(0.25)
            self._identity = identity(self._socket)
        except (OSError, ValueError):
            self.dead = True
        return not self.dead

    def define(self, data):
        """Queues data that must not be lost."""
        if data and not self.dead:
            with self._guard:
                self._queue.append(data)
                self._queued += len(data)

    def greet(self, data, descriptor=None):
        """Sends data, and a descriptor with it, before all other messages. Does not wait: the socket is empty."""
        passed = [] if descriptor is None else [
            (socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", descriptor))]
        try:
            sent = self._socket.sendmsg([data], passed, socket.MSG_NOSIGNAL)
        except (OSError, ValueError):
            self.dead = True
            self._close()
            return
        with self._guard:
            self._queue.appendleft(data[sent:])
            self._queued += len(data) - sent

    def post(self, data, what, count, from_ns, to_ns):
        """Queues data, or counts them as lost if the queue is full."""
        if self.dead:
            return
        with self._guard:
            if self._queued + len(data) <= self._room:
                self._queue.append(data)
                self._queued += len(data)
                return
            self._count_lost(what, count, from_ns, to_ns, TOO_SLOW)

    def lost(self, what, count, from_ns, to_ns, reason=None):
        """Counts data that were lost before they reached the queue."""
        with self._guard:
            self._count_lost(what, count, from_ns, to_ns, reason or TOO_SLOW)

    def _count_lost(self, what, count, from_ns, to_ns, reason):
        old = self._losses.get((what, reason))
        if old is None:
            self._losses[what, reason] = [count, from_ns, to_ns]
        else:
            old[0] += count
            old[1] = min(old[1], from_ns)
            old[2] = max(old[2], to_ns)

    def start(self):
        """Starts the sending thread; not a threading.Thread, so that scripts that list threads see only their own."""
        if not self._running and not self.dead:
            self._running = True
            self._done.acquire()
            _thread.start_new_thread(self._run, ())

    def send_now(self):
        """Sends from the calling thread, for at most CONNECT_SECONDS. Only while the sending thread does not run."""
        self._send_all(clock.now_ns() + int(CONNECT_SECONDS * 1e9))

    def flush(self, seconds=FLUSH_SECONDS):
        """Sends all queued data and ends the thread; takes at most `seconds`."""
        deadline = clock.now_ns() + int(seconds * 1e9)
        self._stopping = True
        if self._running:
            self._wake_up()
            if self._done.acquire(True, seconds):
                self._done.release()
        elif self._socket is not None:
            self._send_all(deadline)

    def abandon(self):
        """In a forked child: closes the inherited descriptor and sends nothing."""
        self.dead = True
        self._close()

    def _wake_up(self):
        try:
            self._wake.release()
        except RuntimeError:  # already awake
            pass

    def _run(self):
        try:
            # Signals are delivered to the training's threads only.
            signal.pthread_sigmask(signal.SIG_BLOCK, _all_signals())
            _lower_priority()
            while not self.dead:
                last = self._stopping
                self._send_all(clock.now_ns() + int(FLUSH_SECONDS * 1e9) if last else None)
                if last:
                    break
                self._wake.acquire(True, _uneven(PERIOD_SECONDS))
        except Exception:
            self.dead = True
        finally:
            self._done.release()

    def _send_all(self, deadline):
        if self.collect is not None:
            self.define(self.collect())
        with self._guard:
            if self._losses and self._queued < self._room // 2:
                self._queue_losses()
        while self._queue and not self.dead:
            with self._guard:
                data = self._queue.popleft()
            self._send(data, deadline)
            with self._guard:
                self._queued -= len(data)
                if self._losses and self._queued < self._room // 2:
                    self._queue_losses()

    def _queue_losses(self):
        for (what, reason), (count, from_ns, to_ns) in self._losses.items():
            data = wire.loss(what, count, from_ns, to_ns, reason)
            self._queue.append(data)
            self._queued += len(data)
        self._losses = {}

    def _send(self, data, deadline):
        rest = memoryview(data)
        while rest and not self.dead:
            # The script may have closed the descriptor and opened its own file with this number: never write into that.
            if identity(self._socket) != self._identity:
                self.dead = True
                self._socket.detach()
                return
            try:
                # No SIGPIPE, even if the script restored its default action.
                rest = rest[self._socket.send(rest, socket.MSG_NOSIGNAL):]
            except socket.timeout:
                pass
            except (OSError, ValueError):
                self.dead = True
                self._close()
                return
            if deadline is not None and clock.now_ns() > deadline:
                self.dead = True
            elif self._stopping and deadline is None:
                deadline = clock.now_ns() + int(FLUSH_SECONDS * 1e9)

    def _close(self):
        if self._socket is not None:
            try:
                if identity(self._socket) == self._identity:
                    self._socket.close()
                else:
                    self._socket.detach()
            except OSError:
                pass
        self._queue.clear()


def _lower_priority():
    """Lowers the priority of the calling thread only; Linux keeps priorities per thread."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    except (OSError, AttributeError):
        pass


def _all_signals():
    if hasattr(signal, "valid_signals"):
        return signal.valid_signals()
    return set(range(1, signal.NSIG)) - {32, 33}  # 32 and 33 are reserved by the C library
