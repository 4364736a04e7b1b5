"""Sends the load times of data workers to the process that they load for, by datagrams on an abstract UNIX socket.

Workers have no connection to the agent, since they are restarted with each epoch while their lanes persist. The name of
the socket contains the process id of the receiver.
"""
import os
import socket
import struct

from . import wire
from .descriptors import high_descriptor, identity

_HEAD = struct.Struct("<III")  # worker's number, process, rows
_ROW = struct.Struct("<qq")
MOST_ROWS = 64
PERIOD_NS = 100 * 10**6
MOST_WAITING = 4096
LIMIT = 64 + _ROW.size * MOST_WAITING


def _address(pid):
    return b"\0stepscope-data-%d-%d" % (os.getuid(), pid)


class WorkerPort:
    """The receiving end. The thread that sends to the agent reads it."""

    def __init__(self, own, name):
        self._own = own
        self._name = name
        self._lanes = {}
        self._pid = os.getpid()
        self._socket = high_descriptor(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        self._socket.setblocking(False)
        self._identity = None
        try:
            self._socket.bind(_address(self._pid))
            self._identity = identity(self._socket)
        except OSError:  # the name is in use: workers cannot report
            self._socket.close()
            self._socket = None

    def receive(self):
        while self._socket is not None and self._pid == os.getpid():
            if identity(self._socket) != self._identity:
                self.close()
                return
            try:
                data = self._socket.recv(LIMIT)
            except OSError:
                return
            self._take(data)

    def close(self):
        """Called in a forked child, which shares the descriptor, and if the script has reused its number."""
        port, self._socket = self._socket, None
        if port is None:
            return
        if identity(port) == self._identity:
            port.close()
        else:
            port.detach()

    def _take(self, data):
        if len(data) < _HEAD.size:
            return
        worker, process, count = _HEAD.unpack_from(data)
        if len(data) != _HEAD.size + count * _ROW.size or worker > 1024:
            return
        lane = self._lanes.get(worker)
        if lane is None:
            lane = self._own.lane(wire.LANE_THREAD, process, "data worker %d" % worker, "data")
            self._lanes[worker] = lane
        for row in range(count):
            lane.add(*_ROW.unpack_from(data, _HEAD.size + row * _ROW.size) + (self._name,))


class WorkerSender:
    """The sending end, in a worker. Never waits: rows that cannot be sent are sent with the next ones."""

    def __init__(self, parent):
        self._address = _address(parent)
        self._rows = []
        self._due = 0
        self._worker = None

    def add(self, start, end):
        self._rows.append(_ROW.pack(start, end))
        if len(self._rows) >= MOST_ROWS or end >= self._due:
            self._due = end + PERIOD_NS
            self.flush()

    def flush(self):
        if not self._rows:
            return
        try:
            # Opens a socket for each send, so that a worker's descriptors have the same numbers as without the hook.
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as out:
                head = _HEAD.pack(_worker_number(), os.getpid(), len(self._rows))
                out.sendto(head + b"".join(self._rows), self._address)
            self._rows = []
        except Exception:
            del self._rows[:-MOST_WAITING]


def _worker_number():
    import torch.utils.data as data

    info = data.get_worker_info()
    return info.id if info is not None else 0
