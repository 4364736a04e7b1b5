"""What the allocator of a GPU holds: told by time, finely in traced steps. CUDA is played by a stand-in of torch's statistics."""
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
o = torch.optim.SGD(m.parameters(), lr=0.1)
"""
LOOP = """
for i in range(9):
    used = 1000
    o.zero_grad(); m(torch.randn(4, 6)).sum().backward(); o.step()
time.sleep(0.3)  # the sending thread's own notes come ten times a second
print("done")
"""


class Allocator(TrainingCase):
    def train(self, cuda="True", limit="10**9", ops="4:6"):
        path = self.script("cuda, limit = %s, %s\n" % (cuda, limit) + BEGIN + LOOP)
        hook, = self.watch([path], ops)
        self.assertEqual(self.done.stdout, "done\n")
        self.assertEqual(len(hook.steps), 9)
        return hook

    def test_each_call_of_a_module_in_a_traced_step(self):
        hook = self.train()
        for step in hook.steps:
            if step[4] & TRACED:
                inside = [row[1:] for row in hook.memory if step[1] <= row[0] <= step[2]]
                rising = [used for used, _, _ in inside]
                rising = rising[rising.index(1000):]  # the sending thread may note what was before
                self.assertEqual(rising, sorted(rising))
                # Before and after: the model, and in it twice a layer and its inner one.
                for wanted in (1000, 1100, 1200):
                    self.assertIn(wanted, rising)
                self.assertGreaterEqual(len(rising), 9)
                self.assertEqual({row[1:] for row in inside}, {(8192, 5000)})

    def test_between_traced_steps_ten_times_a_second(self):
        hook = self.train(ops="none")
        self.assertGreaterEqual(len(hook.memory), 2)
        self.assertEqual({row[2:] for row in hook.memory}, {(8192, 5000)})

    def test_times_rise(self):
        times = [row[0] for row in self.train(ops="all").memory]
        self.assertGreater(len(times), 60)
        self.assertTrue(all(one < two for one, two in zip(times, times[1:])))

    def test_without_cuda_nothing_is_told(self):
        self.assertEqual(self.train(cuda="False").memory, [])

    def test_statistics_that_fail_end_the_notes_and_nothing_else(self):
        hook = self.train(limit="25", ops="all")
        self.assertEqual([step[4] & TRACED for step in hook.steps], [TRACED] * 9)
        self.assertLess(len(hook.memory), 26)


if __name__ == "__main__":
    fakeagent.main()
