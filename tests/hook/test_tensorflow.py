"""TensorFlow, as a stand-in with its interface: steps and totals of ops equal those of the stand-in."""
import collections
import json
import os
import re
import sys
import unittest

import fakeagent
from test_harmless import ScriptCase

sys.path.insert(0, fakeagent.HOOK)

from stepscope.frameworks import protowire, runmetadata, tfprofiler  # noqa: E402

STANDINS = os.path.join(fakeagent.HERE, "standins")
CORPUS = os.environ.get("STEPSCOPE_CORPUS") or os.path.join(os.path.dirname(fakeagent.ROOT), "shared", "corpus")
STEP_STATS = [
    ["/job:localhost/replica:0/task:0/device:CPU:0", [["x", "x = Placeholder()", 0, 10, [8, 4]]]],
    ["/job:localhost/replica:0/task:0/device:GPU:0", [
        ["layer/MatMul", "layer/MatMul = MatMul(x, layer/kernel)", 20, 100, [8, 2]],
        ["layer/Relu", "layer/Relu = Relu(layer/MatMul)", 60, 100, [8, 2]]]],
    ["/device:GPU:0/stream:16", [["layer/MatMul:MatMul", "", 130, 50, None]]],
    ["/device:GPU:0/stream:all", [["layer/MatMul:MatMul", "", 130, 50, None]]],
]
GRAPH = """
import tensorflow as tf, sys
g = tf.Graph()
x = g.add("x", "Placeholder")
loss = g.add("loss", "Mean", [g.add("layer/MatMul", "MatMul", [x])])
grads = g.add("gradients", "MatMulGrad", [loss])
train = g.add("Adam", "NoOp", control_inputs=[g.add("Adam/update", "ResourceApplyAdam", [grads])])
init = g.add("init", "NoOp", control_inputs=[g.add("Assign", "Assign")])
s = tf.Session(g)
class Batch: shape = (8, 4)
"""


class Version1(ScriptCase):
    def watch(self, text, ops=None, version="1"):
        os.environ.update(STANDIN_VERSION=version, STANDIN_STEPSTATS=json.dumps(STEP_STATS))
        with fakeagent.Agent() as agent:
            done = agent.run([self.script(text)], ops, path=[STANDINS])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.output = done.stdout
        self.assertEqual(done.stdout, fakeagent.run_unwatched([self.script(text)], [STANDINS]).stdout)
        return agent.root

    def phases(self, hook):
        return collections.Counter(hook.ops[s[3]][0] for s in hook.spans if hook.lanes[s[0]][0] == 2)

    def test_runs_of_the_train_op_are_steps_and_others_are_phases(self):
        hook = self.watch(GRAPH + """
s.run(init)
for i in range(12):
    s.run([train, loss], feed_dict={"x:0": Batch()})
    if i % 4 == 3:
        s.run({"a": "loss:0"})
tf.train.Saver().save(s, "x")
""", "none")
        self.assertEqual([(step[0], step[3]) for step in hook.steps], [(i, 8) for i in range(12)])
        self.assertEqual(self.phases(hook), {"run init": 1, "run loss:0": 3, "checkpoint": 1})
        self.assertEqual((hook.facts["framework"], hook.facts["batch_size"]), ("tensorflow", 8))
        self.assertEqual(hook.events, [])

    def test_only_traced_steps_request_metadata_and_keep_totals(self):
        hook = self.watch(GRAPH + """
for i in range(9):
    s.run(train, options=tf.RunOptions(timeout_in_ms=7) if i == 5 else None)
print(len(s.levels))
""", "4:6")
        self.assertEqual([step[0] for step in hook.steps if step[4] & 1], [4, 5])
        spans = [(hook.lanes[s[0]][2], hook.ops[s[3]][0], round(s[2] / 1000)) for s in hook.spans]
        self.assertEqual(collections.Counter(spans), {
            ("CPU:0", "Placeholder", 10): 2, ("GPU:0", "MatMul", 100): 2, ("GPU:0 thread 1", "Relu", 100): 2,
            ("GPU:0 stream:16", "MatMul", 50): 2})
        self.assertEqual([lane[0] for lane in sorted(hook.lanes.values(), key=lambda lane: lane[2])], [0, 0, 1, 0])
        ops = set(hook.ops.values())
        self.assertIn(("MatMul", "[8,2]", "layer/MatMul", "op"), ops)
        self.assertIn(("MatMul", "", "layer/MatMul", "kernel"), ops)
        for step in hook.steps:
            inside = [s for s in hook.spans if step[1] <= s[1] < step[2]]
            self.assertEqual(len(inside), 4 if step[4] & 1 else 0)

    def test_the_scripts_own_trace_is_not_changed(self):
        self.watch(GRAPH + """
mine = tf.RunMetadata()
s.run(train, options=tf.RunOptions(trace_level=1), run_metadata=mine)
print(s.levels, len(mine.step_stats.dev_stats))
""", "all")
        self.assertEqual(self.output, "[(1, 0)] 4\n")

    def test_callables_of_keras_are_steps_without_ops(self):
        hook = self.watch(GRAPH + """
class Options: fetch = ["loss:0"]; target = ["Adam"]
class Other: fetch = ["loss:0"]; target = []
step, look = s._make_callable_from_options(Options), s._make_callable_from_options(Other)
for i in range(6):
    step(Batch()); look(Batch())
""", "2:4")
        self.assertEqual([step[3] for step in hook.steps], [8] * 6)
        self.assertEqual(self.phases(hook), {"run loss:0": 6})
        self.assertIn("callables", hook.events[0]["text"])


class Version2(Version1):
    test_runs_of_the_train_op_are_steps_and_others_are_phases = None
    test_only_traced_steps_request_metadata_and_keep_totals = None
    test_the_scripts_own_trace_is_not_changed = test_callables_of_keras_are_steps_without_ops = None

    def test_functions_that_apply_gradients(self):
        hook = self.watch("""
import tensorflow as tf
o, p = tf.keras.Optimizer(), tf.keras.Optimizer()
@tf.function
def train(x, y): o.apply_gradients([]); p.apply_gradients([])
@tf.function
def evaluate(x): pass
for i in range(7):
    train(tf.Tensor(16, 3), tf.Tensor(16)); evaluate(tf.Tensor(50, 3))
""", "none", "2")
        self.assertEqual([step[3] for step in hook.steps], [16] * 7)

    def test_eager_loops_count_the_first_optimizer(self):
        hook = self.watch("""
import tensorflow as tf
o, p = tf.keras.Optimizer(), tf.keras.Optimizer()
for i in range(5):
    o.apply_gradients([]); p.apply_gradients([])
""", "none", "2")
        self.assertEqual(len(hook.steps), 5)

    def test_keras_fit(self):
        hook = self.watch("""
import tensorflow as tf
o, callbacks = tf.keras.Optimizer(), tf.keras.CallbackList()
@tf.function
def train_function(iterator): o.apply_gradients([])
@tf.function
def test_function(iterator): pass
for epoch in range(2):
    callbacks.on_epoch_begin(epoch)
    for i in range(4): train_function(iter([]))
    callbacks.on_test_begin()
    for i in range(3): test_function(iter([]))
    callbacks.on_test_end()
    callbacks.on_epoch_end(epoch)
""", "none", "2")
        self.assertEqual(len(hook.steps), 8)
        self.assertEqual(self.phases(hook), {"epoch 1": 1, "epoch 2": 1, "evaluation": 2})


def parsed(text):
    """Parses the text form of a protocol buffer to a tree of attributes."""
    from types import SimpleNamespace

    repeated = ("dev_stats", "node_stats", "output", "dim", "memory")
    words = re.findall(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s{}:]+', text)

    def message(at):
        values = collections.defaultdict(lambda: 0)
        for name in repeated:
            values[name] = []
        while at < len(words) and words[at] != "}":
            name = words[at]
            if words[at + 1] == "{":
                value, at = message(at + 2)
            else:
                value, at = words[at + 1], at + 2
                value = value[1:-1] if value.startswith('"') else int(value) if value.lstrip("-").isdigit() else value
            if name in repeated:
                values[name].append(value)
            else:
                values[name] = value
        for name, default in (("tensor_description", None), ("timeline_label", "")):
            values.setdefault(name, default)
        if values["tensor_description"] and not hasattr(values["tensor_description"], "shape"):
            values["tensor_description"].shape = SimpleNamespace(dim=[])
        return SimpleNamespace(**values), at + 1

    return message(0)[0]


class Forms(unittest.TestCase):
    @unittest.skipUnless(os.path.isdir(CORPUS), "there is no folder of real traces; set STEPSCOPE_CORPUS")
    def test_real_step_stats(self):
        with open(os.path.join(CORPUS, "tf_runmetadata", "simple_stepstats.pbtxt")) as file:
            stats = parsed(file.read())
        lanes = runmetadata.lanes_of(stats, -5)
        rows = [row for _, rows in lanes for row in rows]
        nodes = [node for device in stats.dev_stats for node in device.node_stats]
        self.assertGreater(len(nodes), 10)
        self.assertEqual(len(rows), len(nodes))
        self.assertEqual(sum(row[1] - row[0] for row in rows), sum(node.all_end_rel_micros for node in nodes) * 1000)
        types = collections.Counter(row[2] for row in rows)
        self.assertEqual(types, collections.Counter(
            re.search(r" = (\w+)\(", node.timeline_label).group(1) for node in nodes))
        for _, rows in lanes:
            rows.sort()
            self.assertTrue(all(first[1] <= second[0] for first, second in zip(rows, rows[1:])))

    def test_xspace_lanes(self):
        def field(number, value):
            if isinstance(value, int):
                return varint(number << 3) + varint(value)
            return varint(number << 3 | 2) + varint(len(value)) + value

        def varint(value):
            result = b""
            while value > 127:
                result += bytes([value & 127 | 128])
                value >>= 7
            return result + bytes([value])

        def plane(name, lines, names):
            body = field(2, name)
            for number, text in names.items():
                body += field(4, field(1, number) + field(2, field(1, number) + field(2, text)))
            for number, title, start, events in lines:
                line = field(1, number) + field(2, title) + field(3, start)
                for event, offset, length in events:
                    line += field(4, field(1, event) + field(2, offset) + field(3, length))
                body += field(3, line)
            return field(1, body)

        space = plane(b"/host:CPU", [(77, b"python", 1000, [(1, 5000000, 2000000)])], {1: b"dense/MatMul:MatMul"})
        space += plane(b"/device:GPU:0", [(14, b"Stream #14", 1000, [(2, 9000000, 1500)]), (3, b"XLA Ops", 1, [(2, 1, 1)])],
                       {2: b"sgemm"})
        space += plane(b"/host:metadata", [], {})
        self.assertEqual(tfprofiler.space_lanes(space, 100), [
            ((0, 77, "python"), [(6100, 8100, "MatMul", "dense/MatMul", "")]),
            ((1, 14, "GPU:0 Stream #14"), [(10100, 10101, "sgemm", "", "")])])
        for cut in range(1, len(space)):
            try:
                tfprofiler.space_lanes(space[:cut], 0)
            except (ValueError, IndexError):
                pass

    def test_invalid_bytes(self):
        for data in (b"\x0a", b"\x0a\x05a", b"\xff" * 20, b"\x0b"):
            with self.assertRaises(ValueError):
                protowire.fields(data)


if __name__ == "__main__":
    unittest.main()
