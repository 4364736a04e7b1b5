"""The hook does not change what a training does or prints, even if the hook, the agent or the training fails."""
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

import fakeagent

TRAIN = """
import torch
from torch import nn
m = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
o = torch.optim.SGD(m.parameters(), lr=0.01)
def iteration(batch=8):
    o.zero_grad(); loss = m(torch.randn(batch, 4)).square().mean(); loss.backward(); o.step()
    return loss
"""


class ScriptCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="harmless")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def script(self, text, name="train.py"):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def same_as_unwatched(self, text, ops="all", close_after=None):
        """Checks that output, errors and exit status equal those of a run without the hook; returns (agent, finished
        run)."""
        path = self.script(text)
        with fakeagent.Agent(close_after) as agent:
            watched = agent.run([path], ops)
        plain = fakeagent.run_unwatched([path])
        self.assertEqual(watched.stdout, plain.stdout)
        self.assertEqual(watched.stderr, plain.stderr)
        self.assertEqual(watched.returncode, plain.returncode)
        return agent, watched

    def texts(self, hook):
        return [event["text"] for event in hook.events]


class WithoutFramework(ScriptCase):
    def test_a_script_without_torch_gets_one_event(self):
        agent, _ = self.same_as_unwatched("print('done')\n")
        self.assertEqual(len(agent.root.events), 1)
        self.assertEqual(agent.root.events[0]["severity"], "warning")
        self.assertIn("imported no framework", agent.root.events[0]["text"])
        self.assertEqual(agent.root.steps, [])
        self.assertEqual(agent.root.hello["argv"][1:], [os.path.join(self.folder, "train.py")])

    def test_a_failed_import_of_torch_has_the_same_traceback(self):
        self.script("raise RuntimeError('broken install')\n", "torch.py")
        agent, run = self.same_as_unwatched("import torch\n")
        self.assertIn("broken install", run.stderr)
        self.assertEqual(run.returncode, 1)

    def test_a_fork_causes_no_warning(self):
        """Python 3.12 and later warn about a fork if other threads run; the hook's thread must not cause this
        warning."""
        self.same_as_unwatched("import os\ntry:\n    import stepscope\n    stepscope.step(1)\nexcept ImportError:\n"
                               "    pass\npid = os.fork()\nif pid == 0:\n    os._exit(0)\nos.waitpid(pid, 0)\n")

    def test_an_unrelated_module_named_torch(self):
        self.script("x = 1\n", "torch.py")
        agent, _ = self.same_as_unwatched("import torch\nprint(torch.x)\n")
        self.assertIn("stopped while preparing torch", self.texts(agent.root)[0])

    def test_explicit_steps_need_no_framework(self):
        with fakeagent.Agent() as agent:
            agent.run([self.script("import stepscope\nfor i in range(4): stepscope.step(samples=2)\n"
                                    "stepscope.step('many')\n")])
        self.assertEqual([step[3:] for step in agent.root.steps], [(2, 2)] * 4 + [(0, 2)])
        self.assertEqual(agent.root.events, [])

    def test_the_users_sitecustomize_runs(self):
        own = os.path.join(self.folder, "own")
        os.mkdir(own)
        self.script("import builtins; builtins.own_ran = __file__\n", "own/sitecustomize.py")
        path = self.script("import sitecustomize\nprint(own_ran, sitecustomize.__file__ == own_ran)\n")
        with fakeagent.Agent() as agent:
            run = agent.run([path], path=[own])
        self.assertEqual(run.stdout, "%s True\n" % os.path.join(own, "sitecustomize.py"))
        self.assertEqual(run.stdout, fakeagent.run_unwatched([path], [fakeagent.HOOK, own]).stdout)
        self.assertIsNotNone(agent.root.hello)

    def test_a_broken_sitecustomize_of_the_user_has_the_same_traceback(self):
        own = os.path.join(self.folder, "own")
        os.mkdir(own)
        self.script("raise ValueError('mine')\n", "own/sitecustomize.py")
        path = self.script("print('runs')\n")
        with fakeagent.Agent() as agent:
            run = agent.run([path], path=[own])
        plain = fakeagent.run_unwatched([path], [own])
        self.assertEqual((run.stdout, run.stderr), (plain.stdout, plain.stderr))

    def test_no_agent_listens(self):
        environment = dict(os.environ, PYTHONPATH=fakeagent.HOOK, STEPSCOPE_SOCKET=self.folder + "/none")
        run = subprocess.run([fakeagent.PYTHON, "-c", "import stepscope; stepscope.step(); print('runs')"],
                             env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(run.stdout, b"runs\n")

    def test_the_agent_exits_while_sigpipe_has_its_default_action(self):
        script = ("import select, signal\nsignal.signal(signal.SIGPIPE, signal.SIG_DFL)\n"
                  "gone = select.poll()\ngone.register(200, 0)\ngone.poll(10000)\n")
        with fakeagent.Agent(close_after=1) as agent:
            run = agent.run([self.script(script)])
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_without_a_socket_nothing_is_patched(self):
        path = self.script("import sys\nprint([str(f).split(' at ')[0] for f in sys.meta_path], sorted(m for m in sys.modules if "
                           "'stepscope' in m))\n")
        with_folder = fakeagent.run_unwatched([path], [fakeagent.HOOK]).stdout
        self.assertEqual(with_folder, fakeagent.run_unwatched([path]).stdout)


@unittest.skipUnless(fakeagent.has_torch(), "this Python has no PyTorch")
class WithTorch(ScriptCase):
    def test_an_exception_in_the_forward(self):
        agent, run = self.same_as_unwatched(TRAIN + "for i in range(5): iteration()\nm(torch.randn(2, 3))\n")
        self.assertEqual(run.returncode, 1)
        self.assertIn("Traceback", run.stderr)
        self.assertEqual(len(agent.root.steps), 5)
        self.assertEqual(agent.root.events, [])

    def test_an_exception_in_the_first_forward(self):
        self.same_as_unwatched(TRAIN + "m(torch.randn(2, 3))\n")

    def test_an_exception_in_a_closure(self):
        agent, run = self.same_as_unwatched(TRAIN + "for i in range(3): iteration()\no.step(lambda: 1 / 0)\n")
        self.assertIn("ZeroDivisionError", run.stderr)
        self.assertEqual(len(agent.root.steps), 3)

    def test_a_failed_step_is_not_counted_and_the_next_is(self):
        agent, _ = self.same_as_unwatched(TRAIN + """
for i in range(6):
    try:
        iteration() if i != 3 else o.step(lambda: 1 / 0)
    except ZeroDivisionError:
        pass
""")
        self.assertEqual(len(agent.root.steps), 5)

    def test_exit_status_of_sys_exit(self):
        agent, run = self.same_as_unwatched(TRAIN + "iteration()\nimport sys; sys.exit(7)\n")
        self.assertEqual(run.returncode, 7)
        self.assertEqual(len(agent.root.steps), 1)

    def test_a_signal_ends_the_training_as_without_the_hook(self):
        _, run = self.same_as_unwatched(TRAIN + "import os, signal\niteration()\nos.kill(os.getpid(), signal.SIGTERM)\n"
                                        "import time; time.sleep(60)\n")
        self.assertEqual(run.returncode, -signal.SIGTERM)

    def test_the_agent_exits(self):
        text = TRAIN + ("import signal, time\nsignal.signal(signal.SIGPIPE, signal.SIG_DFL)\n"
                        "for i in range(40):\n    iteration(); time.sleep(0.01)\n"
                        "print(type(m).__call__ is nn.Module.__call__, torch.autograd._profiler_enabled())\n")
        self.same_as_unwatched(text, "all", close_after=2)

    def test_the_script_closes_all_descriptors_and_reuses_their_numbers(self):
        self.same_as_unwatched(TRAIN + """
import os, select, socket
iteration()
os.closerange(3, 1024)
mine, other = socket.socketpair()
for number in range(5, 300):
    os.dup2(mine.fileno(), number)
for i in range(30): iteration()
print(select.select([other], [], [], 0.5)[0])
""")

    def test_the_scripts_profiler_has_priority(self):
        agent, run = self.same_as_unwatched(TRAIN + """
from torch.autograd import profiler, profiler_legacy
for i in range(12):
    if i in (3, 6):
        kind = profiler_legacy.profile if i == 3 else profiler.profile
        o.zero_grad()
        loss = m(torch.randn(4, 4)).sum()
        with kind() as p:
            loss.backward()
        print(sorted(e.key for e in p.key_averages()))
        o.step()
    elif i == 9:
        with profiler_legacy.profile() as p:
            iteration(); iteration()
        print(sorted(e.key for e in p.key_averages()))
    else:
        iteration()
""")
        self.assertEqual(len(agent.root.steps), 13)
        self.assertTrue(any("its own profiler" in text for text in self.texts(agent.root)))
        untraced = [step[0] for step in agent.root.steps if not step[4] & 1]
        self.assertEqual(untraced, [3, 6, 9, 10, 11])

    def test_an_evaluation_after_a_break_is_not_a_part_of_a_traced_step(self):
        agent, _ = self.same_as_unwatched(TRAIN + """
import time
from torch.utils.data import DataLoader
train, check = DataLoader(torch.randn(64, 4), 8), DataLoader(torch.randn(24, 4), 8)
for epoch in range(3):
    m.train()
    for i, x in enumerate(train):
        o.zero_grad(); m(x).square().mean().backward(); o.step()
        if i == 3: break
    m.eval()
    with torch.no_grad():
        for x in check: m(x); time.sleep(0.2)
""")
        self.assertEqual(len(agent.root.steps), 12)
        longest = max((end - start) / 1e6 for _, start, end, _, flags in agent.root.steps if flags & 1)
        self.assertLess(longest, 400)

    def test_torchs_profiler_with_a_schedule(self):
        self.same_as_unwatched(TRAIN + """
with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as p:
    for i in range(4):
        iteration()
print(sorted(e.key for e in p.key_averages()))
""")

    def test_a_forked_training_has_a_separate_connection(self):
        agent, _ = self.same_as_unwatched(TRAIN + """
import os, sys
for i in range(3): iteration()
child = os.fork()
if child == 0:
    for i in range(5): iteration(4)
    sys.exit(0)
os.waitpid(child, 0)
for i in range(4): iteration()
""")
        parent, = [c for c in agent.connections if c.hello["pid"] == agent.root.hello["pid"]]
        child, = [c for c in agent.connections if c.hello["parent_pid"] == parent.hello["pid"]]
        self.assertEqual([step[3] for step in parent.steps], [8] * 7)
        self.assertEqual([step[3] for step in child.steps], [4] * 5)
        self.assertEqual([step[0] for step in child.steps], list(range(5)))
        self.assertEqual([step[4] for step in child.steps], [1] * 5)
        self.assertEqual(child.events, [])

    def test_data_workers_do_not_connect(self):
        for method in ("fork", "spawn"):
            agent, run = self.same_as_unwatched(TRAIN + """
import torch.utils.data as data
class Numbers(data.Dataset):
    def __len__(self): return 40
    def __getitem__(self, i): return torch.full((4,), float(i))
if __name__ == "__main__":
    loader = data.DataLoader(Numbers(), batch_size=6, num_workers=2, multiprocessing_context="%s")
    for epoch in range(2):
        for x in loader:
            o.zero_grad(); m(x).mean().backward(); o.step()
    print("steps", epoch * 7 + 7)
""" % method)
            self.assertEqual(run.stdout, "steps 14\n")
            self.assertEqual(len(agent.connections), 1)
            self.assertEqual([step[3] for step in agent.root.steps], [6] * 6 + [4] + [6] * 6 + [4])

    def test_a_training_in_a_worker_of_multiprocessing(self):
        for method in ("fork", "spawn"):
            agent, _ = self.same_as_unwatched(TRAIN + """
import multiprocessing
def work():
    for i in range(5): iteration(3)
if __name__ == "__main__":
    worker = multiprocessing.get_context("%s").Process(target=work)
    worker.start(); worker.join()
""" % method)
            with_steps = [c for c in agent.connections if c.steps]
            self.assertEqual([len(c.steps) for c in with_steps], [5], method)

    def test_a_training_on_a_thread_that_ends_in_a_window(self):
        agent, _ = self.same_as_unwatched(TRAIN + """
import threading
def work():
    for i in range(5): iteration()
t = threading.Thread(target=work); t.start(); t.join()
""")
        self.assertEqual(len(agent.root.steps), 5)

    def test_torch_without_training_gets_an_event(self):
        agent, _ = self.same_as_unwatched("import torch\nprint(torch.zeros(2).sum())\n")
        self.assertIn("no optimizer made a step", self.texts(agent.root)[0])

    def test_an_invalid_window_gets_an_event_and_the_default(self):
        with fakeagent.Agent() as agent:
            agent.run([self.script(TRAIN + "for i in range(10): iteration()\n")], "9:4")
        self.assertIn("'9:4'", self.texts(agent.root)[0])
        self.assertEqual([step[0] for step in agent.root.steps if step[4] & 1], [4, 5, 6, 7, 8])

    def test_a_failure_in_the_hook_does_not_end_the_training(self):
        agent, _ = self.same_as_unwatched(TRAIN + """
for i in range(3): iteration()
import sys
legacy = sys.modules.get("stepscope.frameworks.torchlegacy")
if legacy is not None:
    def broken(*args): raise OSError("made to fail")
    legacy.LegacyTracer._convert = broken
for i in range(8): iteration()
print(torch.autograd._profiler_enabled())
""", "4:6")
        text, = self.texts(agent.root)
        self.assertIn("made to fail", text)
        self.assertIn("the training continues", text)

    def test_threads_and_descriptors_of_the_script_are_unchanged(self):
        self.same_as_unwatched(TRAIN + """
import threading, os
iteration()
print([t.name for t in threading.enumerate()], threading.active_count())
r, w = os.pipe(); print(r, w)
""")


if __name__ == "__main__":
    fakeagent.main()
