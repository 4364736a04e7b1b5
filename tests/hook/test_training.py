"""Unmodified trainings with the installed PyTorch under the hook."""
import json
import os
import shutil
import tempfile
import unittest

import fakeagent

SMALL_CNN = os.path.join(fakeagent.MODELS, "smallcnn.py")
TRACED, EXPLICIT = 1, 2


def top_level(connection, start, end):
    return [span for span in connection.spans if span[4] == 0 and start <= span[1] < end]


@unittest.skipUnless(fakeagent.has_torch(), "this Python has no PyTorch")
class TrainingCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="training")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def script(self, text, name="train.py"):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def watch(self, arguments, ops=None):
        """Runs a script that must succeed and print no errors; returns its connections."""
        agent = fakeagent.Agent()
        with agent:
            self.done = agent.run(arguments, ops)
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        self.assertEqual(self.done.stderr, "")
        return agent.connections

    def check_nesting(self, connection):
        """Checks each lane: sorted by start, parents before children, children inside their parents, siblings
        disjoint."""
        for lane in connection.lanes:
            open_spans, before = [], 0
            for _, start, duration, _, depth in (span for span in connection.spans if span[0] == lane):
                self.assertGreaterEqual(duration, 0)
                self.assertGreaterEqual(start, before)
                self.assertLessEqual(depth, len(open_spans))
                for _, end in open_spans[depth:]:
                    self.assertLessEqual(end, start)
                open_spans = open_spans[:depth]
                if open_spans:
                    self.assertLessEqual(start + duration, open_spans[-1][1])
                open_spans.append((start, start + duration))
                before = start


class Unmodified(TrainingCase):
    def test_a_small_cnn(self):
        hook, = self.watch([SMALL_CNN, "--steps", "14", "--images", "100", "--threads", "1"], "4:9")
        self.assertIn("steps 14\n", self.done.stdout)
        self.assertEqual([step[0] for step in hook.steps], list(range(14)))
        self.assertEqual([step[3] for step in hook.steps], [32, 32, 32, 4] * 3 + [32, 32])
        self.assertEqual([step[4] for step in hook.steps], [0] * 4 + [TRACED] * 5 + [0] * 5)
        for step, after in zip(hook.steps, hook.steps[1:]):
            self.assertLess(step[1], step[2])
            self.assertLessEqual(step[2], after[1])
            if not (step[4] | after[4]) & TRACED and step[0] > 0:
                self.assertEqual(step[2], after[1])
        self.check_nesting(hook)
        bounds = [step[1:3] for step in hook.steps if step[4] & TRACED]
        for _, start, duration, _, _ in hook.spans:
            self.assertTrue(any(begin <= start and start + duration <= end for begin, end in bounds))
        ops = set(hook.ops[span[3]] for span in hook.spans)
        self.assertIn(("aten::conv2d", "[32,3,32,32],[16,3,3,3],[16]", "0", "op"), ops)
        self.assertIn(("Optimizer.step#SGD.step", "", "", "optimizer"), ops)
        self.assertTrue(any(op[0] == "ConvolutionBackward0" and op[3] == "backward" for op in ops))
        self.assertEqual(hook.lanes, {1: (0, hook.hello["pid"], "main")})
        self.assertEqual((hook.events, hook.losses), ([], []))

    def test_facts(self):
        hook, = self.watch([SMALL_CNN, "--steps", "12", "--images", "64"])
        parameters = 4 * (3 * 16 * 9 + 16 + 32 + 16 * 32 * 9 + 32 + 64 + 32 * 64 * 9 + 64 + 1024 * 64 + 64 + 650)
        self.assertEqual(hook.facts["framework"], "torch")
        self.assertEqual(hook.facts["profiler"], "legacy")
        self.assertEqual(hook.facts["batch_size"], 32)
        self.assertEqual(hook.facts["parameter_bytes"], parameters)
        self.assertEqual(hook.facts["gradient_bytes"], parameters)
        self.assertEqual(hook.facts["input_bytes"], 32 * 3 * 32 * 32 * 4)
        tracing = hook.facts["tracing"]
        self.assertEqual((tracing["traced_steps"], tracing["untraced_steps"]), (5, 4))
        self.assertAlmostEqual(tracing["slowdown"],
                               tracing["traced_mean_seconds"] / tracing["untraced_mean_seconds"], 6)
        self.assertLess(tracing["clock_error_ns"], 100000)

    def test_windows(self):
        for ops, traced in (("none", []), ("0:2", [0, 1]), ("1:2:3", [1, 4]), ("all", list(range(6)))):
            hook, = self.watch([SMALL_CNN, "--steps", "6", "--images", "8", "--batch", "4"], ops)
            self.assertEqual([step[0] for step in hook.steps if step[4] & TRACED], traced, ops)
            for step in hook.steps:
                self.assertEqual(bool(top_level(hook, step[1], step[2])), step[0] in traced)

    def test_numbers_are_the_same_bit_for_bit(self):
        path = self.script(TRAIN + "print(float(loss).hex(), [p.double().sum().item().hex() for p in m.parameters()], "
                           "torch.rand(2).tolist())\n")
        self.watch([path], "all")
        watched = self.done.stdout
        self.assertEqual(watched, fakeagent.run_unwatched([path]).stdout)

    def test_as_a_module(self):
        self.script(TRAIN, "package.py")
        with fakeagent.Agent() as agent:
            done = agent.run(["-m", "package"], cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(agent.root.steps), 12)

    def test_the_ops_equal_those_of_torchs_table(self):
        path = self.script(TRAIN_FUNCTIONS + """
import json
from torch.autograd.profiler_legacy import profile
for i in range(3):
    iteration()
with profile() as p:
    iteration()
counts = {}
for e in p.function_events:
    counts[e.name] = counts.get(e.name, 0) + 1
print(json.dumps(counts))
""")
        hook, = self.watch([path], "2:3")
        counts = {}
        for span in hook.spans:
            name = hook.ops[span[3]][0]
            counts[name] = counts.get(name, 0) + 1
        self.assertEqual(counts, json.loads(self.done.stdout))


TRAIN_FUNCTIONS = """
import torch
from torch import nn
torch.manual_seed(3)
m = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Dropout(0.3), nn.Flatten(), nn.Linear(8 * 14 * 14, 10))
o = torch.optim.Adam(m.parameters())
x = torch.randn(6, 3, 16, 16)
def iteration():
    o.zero_grad()
    loss = m(x).square().mean()
    loss.backward()
    o.step()
    return loss
"""
TRAIN = TRAIN_FUNCTIONS + """
for i in range(12):
    loss = iteration()
"""


class Clocks(TrainingCase):
    def test_spans_lie_within_100_us_of_the_scripts_marks(self):
        path = self.script("""
import json, time, torch
from torch import nn
m = nn.Linear(8, 8)
o = torch.optim.SGD(m.parameters(), lr=0.1)
a = torch.randn(300, 300)
marks = []
for i in range(8):
    o.zero_grad()
    m(torch.randn(4, 8)).sum().backward()
    for j in range(20):
        begin = time.monotonic_ns()
        with torch.autograd.profiler.record_function("mark"):
            torch.mm(a, a)
        marks.append((begin, time.monotonic_ns(), i))
        time.sleep(0.002)
    o.step()
print(json.dumps(marks))
""")
        hook, = self.watch([path], "2:7")
        marks = [(begin, end) for begin, end, step in json.loads(self.done.stdout) if 2 <= step < 7]
        spans = [(span[1], span[1] + span[2]) for span in hook.spans if hook.ops[span[3]][0] == "mark"]
        self.assertEqual(len(spans), len(marks))
        early = [span[0] - mark[0] for span, mark in zip(spans, marks)]
        late = [mark[1] - span[1] for span, mark in zip(spans, marks)]
        # The true spans lie inside the marks: no span may exceed its mark by more than the bound, and the closest spans
        # show that the opposite error is within the bound, too.
        self.assertGreater(min(early + late), -100000)
        self.assertLess(min(early), 100000)
        self.assertLess(min(late), 100000)
        self.assertLess(hook.facts["tracing"]["clock_error_ns"], 100000)

    def test_spans_cover_a_traced_steps_time_in_torch(self):
        path = self.script("""
import json, time, torch
from torch import nn
torch.set_num_threads(1)
m = nn.Sequential(nn.Conv2d(3, 32, 3), nn.ReLU(), nn.Conv2d(32, 32, 3), nn.ReLU(), nn.Flatten(),
                  nn.Linear(32 * 28 * 28, 10))
o = torch.optim.SGD(m.parameters(), lr=0.01)
x, y, f = torch.randn(16, 3, 32, 32), torch.arange(16) % 10, nn.CrossEntropyLoss()
marks = []
for i in range(9):
    begin = time.monotonic_ns()
    o.zero_grad(); f(m(x), y).backward(); o.step()
    marks.append((begin, time.monotonic_ns()))
print(json.dumps(marks))
""")
        hook, = self.watch([path])
        covered = []
        for step, (begin, _) in list(zip(hook.steps, json.loads(self.done.stdout)))[4:9]:
            inside = sum(span[2] for span in top_level(hook, step[1], step[2]))
            covered.append(inside / (step[2] - begin))
        # The maximum, since preemption between two ops lowers the share independently of the hook.
        self.assertGreater(max(covered), 0.9)
        self.assertLessEqual(max(covered), 1.0)


class ExplicitMarks(TrainingCase):
    def test_they_take_over(self):
        path = self.script(TRAIN_FUNCTIONS + """
import stepscope
for i in range(10):
    iteration()
    iteration()
    stepscope.step(samples=12) if i else stepscope.step()
""")
        hook, = self.watch([path], "none")
        # Both marks of the optimizer precede the first mark of the script, which only switches to explicit marks.
        self.assertEqual([step[0] for step in hook.steps], list(range(11)))
        self.assertEqual([step[4] for step in hook.steps], [0, 0] + [EXPLICIT] * 9)
        self.assertEqual([step[3] for step in hook.steps][2:], [12] * 9)

    def test_one_mark_per_iteration_counts_once(self):
        path = self.script(TRAIN_FUNCTIONS + """
import stepscope
for i in range(10):
    iteration()
    stepscope.step()
""")
        hook, = self.watch([path], "4:6")
        self.assertEqual([step[0] for step in hook.steps], list(range(10)))
        self.assertEqual([step[3] for step in hook.steps], [6] * 10)
        self.assertEqual([step[4] for step in hook.steps],
                         [EXPLICIT] * 4 + [EXPLICIT | TRACED] * 2 + [EXPLICIT] * 4)

    def test_without_an_agent_they_do_nothing(self):
        path = self.script("import stepscope, sys\nstepscope.step(3)\nprint('sound', 'torch' in sys.modules)\n")
        self.assertEqual(fakeagent.run_unwatched([path], [fakeagent.HOOK]).stdout, "sound False\n")


class OptimizerStyles(TrainingCase):
    def steps(self, body, ops="none"):
        hook, = self.watch([self.script("import torch, copy, pickle\nfrom torch import nn\n"
                                        "m = nn.Linear(4, 4)\n" + body)], ops)
        self.check_nesting(hook)
        return hook

    def test_a_subclass_that_overrides_step_and_a_scheduler(self):
        hook = self.steps("""
class Mine(torch.optim.SGD):
    def step(self, closure=None):
        return super().step(closure)
o = Mine(m.parameters(), lr=0.1)
s = torch.optim.lr_scheduler.StepLR(o, 3)
for i in range(7):
    o.zero_grad(); m(torch.randn(5, 4)).sum().backward(); o.step(); s.step()
""", "2:5")
        self.assertEqual([step[3] for step in hook.steps], [5] * 7)

    def test_a_closure(self):
        hook = self.steps("""
o = torch.optim.LBFGS(m.parameters(), max_iter=4)
x = torch.randn(5, 4)
def closure():
    o.zero_grad(); loss = m(x).square().sum(); loss.backward(); return loss
for i in range(6):
    o.step(closure)
""", "2:5")
        self.assertEqual([step[3] for step in hook.steps], [5] * 6)

    def test_the_first_of_two_optimizers_ends_the_steps(self):
        hook = self.steps("""
n = nn.Linear(4, 4)
a, b = torch.optim.SGD(m.parameters(), lr=0.1), torch.optim.Adam(n.parameters())
for i in range(6):
    for model, o in ((m, a), (n, b)):
        o.zero_grad(); model(torch.randn(3, 4)).sum().backward(); o.step()
""", "2:4")
        self.assertEqual([step[3] for step in hook.steps], [3] * 6)

    def test_the_next_optimizer_replaces_a_deleted_leader(self):
        hook = self.steps("""
for round in range(3):
    m = nn.Linear(4, 4); o = torch.optim.SGD(m.parameters(), lr=0.1)
    for i in range(4):
        o.zero_grad(); m(torch.randn(2 + round, 4)).sum().backward(); o.step()
""")
        self.assertEqual([step[0] for step in hook.steps], list(range(12)))
        self.assertEqual([step[3] for step in hook.steps if step[0] % 4 > 1], [2, 2, 3, 3, 4, 4])

    def test_accumulated_gradients_and_evaluation(self):
        hook = self.steps("""
o = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(6):
    o.zero_grad()
    for part in range(3):
        m(torch.randn(5, 4)).sum().backward()
    o.step()
    m.eval()
    with torch.no_grad():
        for part in range(20):
            m(torch.randn(50, 4))
    m.train()
""", "2:4")
        self.assertEqual([step[3] for step in hook.steps], [15] * 6)

    def test_no_module_at_all(self):
        hook = self.steps("""
w = torch.zeros(4, requires_grad=True)
o = torch.optim.SGD([w], lr=0.1)
for i in range(6):
    o.zero_grad(); (w - 1).square().sum().backward(); o.step()
""", "2:4")
        self.assertEqual([step[4] for step in hook.steps], [0, 0, 1, 1, 0, 0])
        self.assertEqual(hook.facts["parameter_bytes"], 16)

    def test_keyword_batches(self):
        hook = self.steps("""
class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.inner = m
    def forward(self, batch): return self.inner(batch["x"])
n = Net(); o = torch.optim.SGD(n.parameters(), lr=0.1)
for i in range(5):
    o.zero_grad(); n(batch={"x": torch.randn(7, 4)}).sum().backward(); o.step()
""")
        self.assertEqual([step[3] for step in hook.steps], [7] * 5)

    def test_models_can_be_copied_saved_scripted_and_traced(self):
        hook = self.steps("""
import io
o = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(8):
    o.zero_grad(); m(torch.randn(3, 4)).sum().backward(); o.step()
    f = io.BytesIO(); torch.save(m, f); f.seek(0); torch.load(f); copy.deepcopy(m); copy.deepcopy(o)
    torch.jit.script(m); g = torch.jit.trace(m, torch.randn(3, 4)); pickle.dumps(m)
    assert not m._forward_pre_hooks and not any("aten::size" in str(n) for n in g.graph.nodes())
""", "4:6")
        self.assertEqual(len(hook.steps), 8)


class Lanes(TrainingCase):
    def test_other_threads_of_torch_have_separate_lanes(self):
        path = self.script("""
import torch
m = torch.nn.Linear(64, 64)
o = torch.optim.SGD(m.parameters(), lr=0.01)
@torch.jit.script
def work(x: torch.Tensor):
    return torch.mm(x, x).relu()
@torch.jit.script
def both(x: torch.Tensor):
    a = torch.jit.fork(work, x)
    b = torch.mm(x, x)
    return torch.jit.wait(a) + b
for i in range(8):
    o.zero_grad(); both(m(torch.randn(64, 64))).sum().backward(); o.step()
""")
        hook, = self.watch([path], "3:7")
        self.check_nesting(hook)
        self.assertEqual(hook.lanes[1][2], "main")
        self.assertEqual(len(hook.steps), 8)
        self.assertEqual(len(set(lane[2] for lane in hook.lanes.values())), len(hook.lanes))
        self.assertGreater(len(hook.lanes), 1)

    def test_a_training_on_a_thread_has_that_threads_name(self):
        path = self.script("import threading\ndef run():" + TRAIN.replace("\n", "\n    ") +
                           "\nt = threading.Thread(target=run, name='trainer')\nt.start(); t.join()\n")
        hook, = self.watch([path])
        self.assertEqual([lane[2] for lane in hook.lanes.values()], ["trainer"])
        self.assertNotIn(hook.lanes[1][1], (0, hook.hello["pid"]))


if __name__ == "__main__":
    fakeagent.main()
