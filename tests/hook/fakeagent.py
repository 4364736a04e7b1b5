"""A fake agent: listens on a UNIX socket, runs a script under the hook and decodes all messages of the hook."""
import json
import os
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
from array import array

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HOOK = os.path.join(ROOT, "resources", "hook")
MODELS = os.path.join(ROOT, "resources", "benchmarks", "models")
PYTHON = os.environ.get("STEPSCOPE_PYTHON") or sys.executable
# multiprocessing sometimes warns about leaked semaphores at exit, with and without the hook.
QUIET = {"OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "ignore:resource_tracker"}


class Marks:
    """Reads the marks of steps that a process shares (remote/hookwire/message.h)."""

    RECORDS = 65536
    RECORD = struct.Struct("<QqqQIIQ")

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.next = 1

    def take(self):
        """The new marks, complete ones only."""
        rows = []
        while True:
            place = (self.next - 1) % self.RECORDS
            data = os.pread(self.descriptor, min(1024, self.RECORDS - place) * self.RECORD.size, place * self.RECORD.size)
            for row in self.RECORD.iter_unpack(data):
                check = row[0] ^ row[1] ^ row[2] ^ row[3] ^ row[4] ^ row[6]
                if row[6] != self.next or row[5] != (check ^ check >> 32) & 0xFFFFFFFF:
                    return rows
                rows.append(row[:5])
                self.next += 1


class Connection:
    """The decoded messages of one process, with op and lane ids resolved. Raises for malformed messages."""

    def __init__(self):
        self.hello = None
        self.names, self.ops, self.lanes = {0: ""}, {}, {}
        self.spans = []  # (lane, start, duration, op id, depth) in order of arrival
        self.links, self.work = [], {}  # (from lane, to lane, from, to); op id -> (operations, bytes)
        self.steps, self.facts, self.events, self.losses = [], {}, [], []
        self.memory = []  # (time, used, reserved, peak, parameters, gradients, optimizer, inputs, intermediate)
        self.metrics = {}  # name -> [(time, value)]
        self.messages = 0

    def feed(self, kind, payload):
        self.messages += 1
        if (self.messages == 1) != (kind == 1):
            raise ValueError("hello is not the first message, or not the only one")
        (self._hello, self._names, self._ops, self._lane, self._spans, self._steps, self._facts, self._event,
         self._loss, self._links, self._work, self._memory, self._metric)[kind - 1](payload)

    def _hello(self, payload):
        self.hello = json.loads(payload)

    def _names(self, payload):
        first, count = struct.unpack_from("<II", payload)
        at = 8
        for name in range(first, first + count):
            size, = struct.unpack_from("<I", payload, at)
            text = payload[at + 4:at + 4 + size]
            if len(text) != size or name in self.names:
                raise ValueError("bad name")
            self.names[name] = text.decode("utf-8")
            at += 4 + size
        if at != len(payload):
            raise ValueError("names do not fill their message")

    def _ops(self, payload):
        first, count = struct.unpack_from("<II", payload)
        if len(payload) != 8 + 16 * count:
            raise ValueError("ops do not fill their message")
        for number in range(count):
            row = struct.unpack_from("<IIII", payload, 8 + 16 * number)
            self.ops[first + number] = tuple(self.names[name] for name in row)

    def _lane(self, payload):
        lane, kind, thread, size = struct.unpack_from("<IIQI", payload)
        if len(payload) != 20 + size or lane in self.lanes:
            raise ValueError("bad lane")
        self.lanes[lane] = (kind, thread, payload[20:].decode("utf-8"))

    def _spans(self, payload):
        lane, count = struct.unpack_from("<II", payload)
        if count > 8192 or len(payload) != 8 + count * 21 or lane not in self.lanes:
            raise ValueError("bad spans")
        columns, at = [], 8
        for code in "qqIB":
            column = array(code)
            column.frombytes(payload[at:at + count * column.itemsize])
            at += count * column.itemsize
            columns.append(column)
        for start, duration, op, depth in zip(*columns):
            self.ops[op]
            self.spans.append((lane, start, duration, op, depth))

    def _steps(self, payload):
        count, = struct.unpack_from("<I", payload)
        if len(payload) != 4 + 36 * count:
            raise ValueError("steps do not fill their message")
        self.steps += [struct.unpack_from("<QqqQI", payload, 4 + 36 * row) for row in range(count)]

    def _facts(self, payload):
        self.facts.update(json.loads(payload))

    def _event(self, payload):
        self.events.append(json.loads(payload))

    def _links(self, payload):
        start, end, count = struct.unpack_from("<III", payload)
        if count > 8192 or len(payload) != 12 + 16 * count or start not in self.lanes or end not in self.lanes:
            raise ValueError("bad links")
        times = array("q")
        times.frombytes(payload[12:])
        self.links += [(start, end, times[row], times[count + row]) for row in range(count)]

    def _work(self, payload):
        count, = struct.unpack_from("<I", payload)
        if len(payload) != 4 + 20 * count:
            raise ValueError("work does not fill its message")
        for row in range(count):
            op, operations, moved = struct.unpack_from("<IQQ", payload, 4 + 20 * row)
            self.ops[op]
            self.work[op] = (operations, moved)

    def _memory(self, payload):
        count, = struct.unpack_from("<I", payload)
        if len(payload) != 4 + 72 * count:
            raise ValueError("memory does not fill its message")
        self.memory += [struct.unpack_from("<9q", payload, 4 + 72 * row) for row in range(count)]

    def _metric(self, payload):
        size, = struct.unpack_from("<I", payload)
        name = payload[4:4 + size].decode("utf-8")
        count, = struct.unpack_from("<I", payload, 4 + size)
        if not 1 <= size <= 64 or count > 1024 or len(payload) != 8 + size + 16 * count:
            raise ValueError("a metric does not fill its message, or is too long")
        rows = self.metrics.setdefault(name, [])
        rows += [struct.unpack_from("<qd", payload, 8 + size + 16 * row) for row in range(count)]
        if any(first[0] >= second[0] for first, second in zip(rows, rows[1:])):
            raise ValueError("the times of a metric do not increase")

    def _loss(self, payload):
        self.losses.append(json.loads(payload))


class Agent:
    """with Agent() as agent: result = agent.run(...); then agent.connections. close_after: number of messages after
    which each connection is closed."""

    def __init__(self, close_after=None):
        self.folder = tempfile.mkdtemp(prefix="hook")
        self.path = os.path.join(self.folder, "socket")
        self.connections, self.errors, self._threads = [], [], []
        self._close_after = close_after
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(self.path)
        self._server.listen(8)
        self._accepting = threading.Thread(target=self._accept)
        self._accepting.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.finish()
        shutil.rmtree(self.folder)

    def _accept(self):
        while True:
            peer, _ = self._server.accept()
            hello = peer.recv(1, socket.MSG_PEEK)
            if not hello and self._closing:
                peer.close()
                return
            thread = threading.Thread(target=self._read, args=(peer,))
            self._threads.append(thread)
            thread.start()

    _closing = False

    def finish(self):
        """Waits until all connections have been read to their end."""
        if not self._closing:
            self._closing = True
            with socket.socket(socket.AF_UNIX) as wake:
                wake.connect(self.path)
            self._accepting.join()
            for thread in self._threads:
                thread.join()
            self._server.close()
        if self.errors:
            raise self.errors[0]

    def _read(self, peer):
        connection = Connection()
        self.connections.append(connection)
        marks, waiting = None, b""
        try:
            with peer:
                while self._close_after is None or connection.messages < self._close_after:
                    if marks is not None:
                        connection.steps += marks.take()
                        if not select.select([peer], [], [], 0.05)[0]:
                            continue
                    data, passed, _, _ = peer.recvmsg(1 << 20, socket.CMSG_SPACE(4))
                    for _, _, descriptor in passed:
                        marks = Marks(*struct.unpack("i", descriptor))
                    if not data:
                        return
                    waiting = self._feed(connection, waiting + data)
        except ConnectionError:
            pass
        except Exception as error:
            self.errors.append(error)
        finally:
            if marks is not None:
                connection.steps += marks.take()
                os.close(marks.descriptor)

    def _feed(self, connection, data):
        """Decodes whole messages; returns the rest."""
        at = 0
        while len(data) - at >= 5 and (self._close_after is None or connection.messages < self._close_after):
            size, kind = struct.unpack_from("<IB", data, at)
            if size > 1 << 20:
                raise ValueError("message too long")
            if len(data) - at - 5 < size:
                break
            connection.feed(kind, data[at + 5:at + 5 + size])
            at += 5 + size
        return data[at:]

    @property
    def root(self):
        return self.connections[0]

    def environment(self, ops=None, path=()):
        environment = dict(os.environ)
        environment.update({
            "PYTHONPATH": os.pathsep.join([HOOK] + list(path)), "STEPSCOPE_SOCKET": self.path, "STEPSCOPE_HOOK": HOOK,
            **QUIET,
        })
        environment.pop("STEPSCOPE_ROOT_PID", None)
        environment.pop("STEPSCOPE_OPS", None)
        if ops:
            environment["STEPSCOPE_OPS"] = ops
        return environment

    def run(self, arguments, ops=None, path=(), cwd=None):
        """Runs Python with these arguments; waits for the end of the script and of its connections."""
        done = subprocess.run([PYTHON] + arguments, env=self.environment(ops, path), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, universal_newlines=True, timeout=300, cwd=cwd)
        self.finish()
        return done


def run_unwatched(arguments, path=(), cwd=None):
    """Runs Python with these arguments and without the hook."""
    environment = dict(os.environ)
    for name in list(environment):
        if name.startswith("STEPSCOPE_") and name != "STEPSCOPE_PYTHON":
            del environment[name]
    environment.update({"PYTHONPATH": os.pathsep.join(path), **QUIET})
    return subprocess.run([PYTHON] + arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, timeout=300, cwd=cwd)


def has_torch():
    return subprocess.call([PYTHON, "-c", "import torch"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL) == 0


def main():
    """unittest.main for tests that need PyTorch: exit status 77 if it is missing and nothing else failed."""
    passed = unittest.main("__main__", exit=False).result.wasSuccessful()
    if passed and not has_torch():
        print("Skipped: %s has no PyTorch; on Debian install python3-torch." % PYTHON)
        sys.exit(77)
    sys.exit(0 if passed else 1)
