"""Quiet steps, of which only the end is noted, are reported like any other, whatever happens between them."""
import json
import unittest

import fakeagent
from test_training import TrainingCase

BEGIN = """
import io, json, os, time, torch, stepscope
from torch import nn
torch.manual_seed(1); torch.set_num_threads(1)
m = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1))
o = torch.optim.Adam(m.parameters())
ends, quiet = [], []
def train(size):
    o.zero_grad(); m(torch.randn(size, 6)).square().mean().backward()
    begin = time.monotonic_ns(); o.step(); ends.append((begin, time.monotonic_ns()))
    quiet.append(len(stepscope._runtime.tracker.quiet.ends) > 0 or stepscope._runtime.tracker.quiet.count > 0)
"""
END = """
print(json.dumps({"ends": ends, "quiet": sum(quiet)}))
"""


class Quiet(TrainingCase):
    def train(self, text, ops="none"):
        connections = self.watch([self.script(BEGIN + text + END)], ops)
        script = json.loads(self.done.stdout.splitlines()[-1])
        hook = connections[0]
        self.assertEqual((hook.events, hook.losses), ([], []))
        self.assertEqual([step[0] for step in hook.steps], list(range(len(script["ends"]))))
        for step, (begin, end) in zip(hook.steps, script["ends"]):
            self.assertTrue(begin <= step[2] <= end, step[0])
        return connections, script

    def starts_late(self, hook):
        """Indices of steps that do not begin at the end of the previous one."""
        return [step[0] for previous, step in zip(hook.steps, hook.steps[1:]) if previous[2] != step[1]]

    def phases(self, hook):
        return [(hook.ops[span[3]][0], span[1], span[1] + span[2]) for span in hook.spans
                if hook.lanes[span[0]][2] == "phases"]

    def test_phases_between_steps(self):
        (hook,), script = self.train("""
for i in range(20): train(4)
m.eval()
with torch.no_grad():
    for j in range(3): m(torch.randn(50, 6))
m.train()
for i in range(20): train(3)
torch.save(m.state_dict(), io.BytesIO())
for i in range(20): train(2)
data = torch.utils.data.DataLoader([torch.randn(6)] * 20, batch_size=4)
for epoch in range(2):
    for batch in data: train(len(batch))
other = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(10): other.step(); train(5)
""")
        self.assertEqual([step[3] for step in hook.steps], [4] * 20 + [3] * 20 + [2] * 20 + [4] * 10 + [5] * 10)
        self.assertGreater(script["quiet"], 60)
        self.assertEqual([index for index in self.starts_late(hook) if index > 4], [20, 40])
        phases = self.phases(hook)
        self.assertEqual([name for name, _, _ in sorted(phases, key=lambda row: row[1])],
                         ["evaluation", "checkpoint", "epoch 1", "epoch 2"])
        for (_, begin, end), index in zip(sorted(phases, key=lambda row: row[1]), (20, 40)):
            self.assertTrue(hook.steps[index - 1][2] <= begin <= end <= hook.steps[index][1])

    def test_windows_begin_at_their_first_step(self):
        (hook,), script = self.train("for i in range(700): train(4)", "300:302:290")
        self.assertEqual([step[0] for step in hook.steps if step[4]], [300, 301, 590, 591])
        self.assertGreater(script["quiet"], 600)

    def test_a_script_that_begins_to_mark_its_steps(self):
        hook, = self.watch([self.script(BEGIN + """
for i in range(30): train(4)
for i in range(30): train(4); stepscope.step(samples=9)
""")], "none")
        self.assertEqual([(step[0], step[3]) for step in hook.steps][:30], [(index, 4) for index in range(30)])
        self.assertEqual([step[3] for step in hook.steps][-29:], [9] * 29)
        self.assertEqual([step[0] for step in hook.steps], list(range(len(hook.steps))))

    def test_a_fork_between_steps(self):
        connections, script = self.train("""
for i in range(30): train(4)
child = os.fork()
if not child:
    for i in range(10): train(2)
    stepscope._runtime._at_exit(); os._exit(0)
os.waitpid(child, 0)
for i in range(30): train(4)
""")
        self.assertEqual(sorted(len(connection.steps) for connection in connections), [10, 60])
        self.assertEqual([step[3] for step in connections[1].steps], [2] * 10)

    def test_another_optimizer_takes_over(self):
        (hook,), script = self.train("""
for i in range(20): train(4)
del o
o = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(20): train(4)
""")
        self.assertGreater(script["quiet"], 25)

    def test_a_closure_that_runs_the_model_again(self):
        (hook,), script = self.train("""
o = torch.optim.LBFGS(m.parameters(), max_iter=3)
x = torch.randn(7, 6)
def closure():
    o.zero_grad(); loss = m(x).square().mean(); loss.backward(); return loss
for i in range(30):
    begin = time.monotonic_ns(); o.step(closure); ends.append((begin, time.monotonic_ns()))
""")
        self.assertEqual([step[3] for step in hook.steps], [7] * 30)

    def test_numbers_equal_those_of_an_unwatched_run(self):
        path = self.script(BEGIN.replace("stepscope\n", "sys\n").split("def train")[0] + """
for i in range(300):
    o.zero_grad(); m(torch.randn(4, 6)).square().mean().backward(); o.step()
print([p.detach().double().sum().item().hex() for p in m.parameters()])
""")
        self.watch([path])
        self.assertEqual(self.done.stdout, fakeagent.run_unwatched([path]).stdout)


if __name__ == "__main__":
    fakeagent.main()
