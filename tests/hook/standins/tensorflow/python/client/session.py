"""Sessions whose runs take half a millisecond and fill requested RunMetadata with the nodes of STANDIN_STEPSTATS."""
import json
import os
import time


class Message:
    """A protocol buffer with the given fields."""

    def __init__(self, **fields):
        self.__dict__.update(fields)


class Node:
    def __init__(self, name, type, inputs=(), control_inputs=()):
        self.name, self.type, self.op = name, type, self
        self.inputs, self.control_inputs = list(inputs), list(control_inputs)


class Tensor:
    def __init__(self, op):
        self.op, self.name = op, op.name + ":0"


class Graph:
    def __init__(self):
        self._ops = {}

    def add(self, name, type, inputs=(), control_inputs=()):
        op = self._ops[name] = Node(name, type, [Tensor(op) for op in inputs], control_inputs)
        return op

    def get_operation_by_name(self, name):
        return self._ops[name]


class RunOptions:
    FULL_TRACE = 3

    def __init__(self, trace_level=0, timeout_in_ms=0):
        self.trace_level, self.timeout_in_ms = trace_level, timeout_in_ms

    def CopyFrom(self, other):
        self.__dict__.update(other.__dict__)


class RunMetadata:
    def __init__(self):
        self.step_stats = Message(dev_stats=[])


def described(now_us):
    """The device statistics of STANDIN_STEPSTATS, shifted to start at `now_us`."""
    def shape(sizes):
        return Message(dim=[Message(size=size) for size in sizes])

    devices = []
    for device, nodes in json.loads(os.environ["STANDIN_STEPSTATS"]):
        devices.append(Message(device=device, node_stats=[Message(
            node_name=name, timeline_label=label, all_start_micros=now_us + at, op_start_rel_micros=0,
            op_end_rel_micros=length, all_end_rel_micros=length, thread_id=0,
            output=[Message(tensor_description=Message(shape=shape(sizes)))] if sizes is not None else [])
            for name, label, at, length, sizes in nodes]))
    return devices


class BaseSession:
    def __init__(self, graph):
        self.graph = graph
        self.levels = []

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        level = options.trace_level if options is not None else 0
        self.levels.append((level, getattr(options, "timeout_in_ms", None)))
        begin = int(time.time() * 1e6)
        time.sleep(0.0005)
        if level and run_metadata is not None:
            run_metadata.step_stats.dev_stats = described(begin)
        return fetches

    class _Callable:
        def __init__(self, session, options):
            self._session, self._options = session, options

        def __call__(self, *args, **kwargs):
            return args

    def _make_callable_from_options(self, callable_options):
        return BaseSession._Callable(self, callable_options)


class Session(BaseSession):
    pass
