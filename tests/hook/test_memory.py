"""Bytes of tensors over time, at module granularity in traced steps. Torch's CUDA statistics are replaced by a
stand-in."""
import unittest

import fakeagent
from test_training import TRACED, TrainingCase

BEGIN = """
import time, torch
from torch import nn
torch.set_num_threads(1)
used, peak, asked = 1000, 5000, 0
def statistics(device=None):
    global used, asked
    asked += 1
    assert device in (0, None)
    if asked > limit: raise RuntimeError("CUDA is gone")
    return {"allocated_bytes": {"all": {"current": used, "peak": peak, "allocated": 0, "freed": 0}},
            "reserved_bytes": {"all": {"current": 8192, "peak": 8192, "allocated": 0, "freed": 0}}}
torch.cuda.memory_stats_as_nested_dict = statistics
torch.cuda.is_initialized = lambda: cuda
torch.cuda.current_device = lambda: 0
class Layer(nn.Module):
    def __init__(self): super().__init__(); self.inner = nn.Linear(6, 6)
    def forward(self, x):
        global used
        used += 100
        return self.inner(x)
m = nn.Sequential(Layer(), Layer())
"""
SGD = "torch.optim.SGD(m.parameters(), lr=0.1)"
LOOP = """
o = %s
for i in range(9):
    used = 1000
    o.zero_grad(); m(torch.randn(%s, 6)).sum().backward(); o.step()
time.sleep(0.3)  # the sending thread records ten times a second
print("done")
"""


class Memory(TrainingCase):
    def train(self, cuda="True", limit="10**9", ops="4:6", optimizer=SGD, batch="4"):
        path = self.script("cuda, limit = %s, %s\n" % (cuda, limit) + BEGIN + LOOP % (optimizer, batch))
        hook, = self.watch([path], ops)
        self.assertEqual(self.done.stdout, "done\n")
        self.assertEqual(len(hook.steps), 9)
        return hook

    def test_each_call_of_a_module_in_a_traced_step(self):
        hook = self.train()
        for step in hook.steps:
            if step[4] & TRACED:
                inside = [row[1:] for row in hook.memory if step[1] <= row[0] <= step[2]]
                rising = [row[0] for row in inside]
                rising = rising[rising.index(1000):]  # the sending thread may record the state before
                self.assertEqual(rising, sorted(rising))
                # Before and after each call: the model, and in it two layers, each with an inner one.
                for used in (1000, 1100, 1200):
                    self.assertIn(used, rising)
                self.assertGreaterEqual(len(rising), 9)
                self.assertEqual({row[1:3] for row in inside}, {(8192, 5000)})
                # The rest is intermediate. 2 layers of 6 x 6 weights and 6 biases; inputs of 4 x 6.
                self.assertEqual({row[3:7] for row in inside}, {(336, 336, 0, 96)})
                self.assertEqual({row[7] for row in inside}, {max(0, row[0] - 768) for row in inside})

    def test_between_traced_steps_ten_times_a_second(self):
        hook = self.train(ops="none")
        self.assertGreaterEqual(len(hook.memory), 2)
        self.assertEqual({row[2:4] for row in hook.memory}, {(8192, 5000)})

    def test_times_increase(self):
        times = [row[0] for row in self.train(ops="all").memory]
        self.assertGreater(len(times), 60)
        self.assertTrue(all(first < second for first, second in zip(times, times[1:])))

    def test_without_cuda_the_parts_are_reported(self):
        """At the ends of traced steps and repeatedly between them; values that only an allocator knows are -1."""
        hook = self.train(cuda="False")
        # From the second step on, also the tensor that autograd keeps between the two layers: 4 x 6 values.
        self.assertEqual({row[1:] for row in hook.memory if row[0] > hook.steps[3][2]},
                         {(-1, -1, -1, 336, 336, 0, 96, 96)})
        self.assertEqual(hook.memory[0][1:], (-1, -1, -1, 336, 336, 0, 96, -1))
        self.assertEqual((hook.facts["intermediate_bytes"], hook.facts["intermediate_source"]), (96, "saved tensors"))
        times = {row[0] for row in hook.memory}
        for step in hook.steps:
            if step[4] & TRACED or step[0] in (0, 3):
                self.assertIn(step[2], times)

    def test_tensors_that_autograd_keeps(self):
        """Each storage once, without parameters and input; results are those without the hook, bit for bit."""
        keeps = {
            # Convolution: its input. ReLU in place: the same storage as the convolution's output. Linear: its input.
            "nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(256, 2))":
                2 * 256 * 4,
            # Not in place: the output of the ReLU only, which its gradient and the next layer share.
            "nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(256, 2))": 2 * 256 * 4,
            # Pooling keeps its input, and int64 indices of its output.
            "nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(64, 2))":
                2 * 256 * 4 + 2 * 64 * 8 + 2 * 64 * 4,
        }
        for model, expected in keeps.items():
            with self.subTest(model):
                path = self.script("""
import torch
from torch import nn
torch.manual_seed(3)
m = %s
o = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)
for i in range(8):
    o.zero_grad(); l = (m(torch.randn(2, 3, 8, 8)) ** 2).sum(); l.backward(); o.step(); print(repr(l.item()))
""" % model)
                hook, = self.watch([path], "none")
                self.assertEqual(hook.facts["intermediate_bytes"], expected)
                self.assertEqual(self.done.stdout, fakeagent.run_unwatched([path]).stdout)

    def test_the_estimate_of_versions_without_hooks(self):
        path = self.script("""
import torch
del torch.autograd.graph.saved_tensors_hooks
m = torch.nn.Sequential(torch.nn.Linear(6, 6), torch.nn.Linear(6, 6))
o = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(6):
    o.zero_grad(); m(torch.randn(4, 6)).sum().backward(); o.step()
""")
        hook, = self.watch([path], "none")
        self.assertEqual(hook.facts["intermediate_source"], "outputs of modules (estimate)")
        self.assertEqual(hook.facts["intermediate_bytes"], 2 * 96)
        self.assertEqual(len([event for event in hook.events if "estimate" in event["text"]]), 1)

    def test_a_forward_that_fails_is_not_measured_forever(self):
        path = self.script("""
import torch
from torch import nn
class Model(nn.Module):
    def __init__(self): super().__init__(); self.inner = nn.Linear(6, 6)
    def forward(self, x, fail):
        if fail: raise ValueError("no")
        return self.inner(x)
m = Model(); o = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(8):
    o.zero_grad()
    try: m(torch.randn(4, 6), i == 1)
    except ValueError: pass
    m(torch.randn(4, 6), False).sum().backward(); o.step()
print(torch._C._autograd._saved_tensors_hooks_is_enabled() if hasattr(torch._C._autograd, "_saved_tensors_hooks_is_enabled") else True)
""")
        hook, = self.watch([path], "none")
        self.assertEqual(len(hook.steps), 8)
        self.assertFalse([event for event in hook.events if event["severity"] == "error"], hook.events)

    def test_parts_that_change(self):
        hook = self.train(cuda="False", ops="all", optimizer="torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.5)",
                          batch="4 + i % 2")
        by_end = {row[0]: row for row in hook.memory}
        for step in hook.steps:
            self.assertEqual(by_end[step[2]][4:8], (336, 336, 336, 24 * (4 + step[0] % 2)))

    def test_failing_statistics_end_only_the_statistics(self):
        hook = self.train(limit="25", ops="all")
        self.assertEqual([step[4] & TRACED for step in hook.steps], [TRACED] * 9)
        self.assertLess(len([row for row in hook.memory if row[1] >= 0]), 26)


if __name__ == "__main__":
    fakeagent.main()
