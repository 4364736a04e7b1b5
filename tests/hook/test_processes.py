"""Trainings that are started by another program, in a virtual environment, by torch.distributed, from a kernel's
thread or by exec, or that patch torch. The hook does not change their behaviour."""
import os
import subprocess
import sys
import unittest

import fakeagent
from test_harmless import TRAIN, ScriptCase


@unittest.skipUnless(fakeagent.has_torch(), "this Python has no PyTorch")
class Started(ScriptCase):
    def steps_of(self, agent):
        return sorted(len(c.steps) for c in agent.connections if c.steps)

    def test_exec_opens_a_new_connection(self):
        path = self.script(TRAIN + """
import os, sys
for i in range(3): iteration()
if len(sys.argv) < 2: os.execv(sys.executable, [sys.executable, sys.argv[0], "again"])
print("done")
""")
        with fakeagent.Agent() as agent:
            run = agent.run([path])
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "done\n", ""))
        self.assertEqual(len(set(c.hello["pid"] for c in agent.connections)), 1)
        self.assertEqual(self.steps_of(agent)[-1], 3)

    def test_torch_distributed(self):
        path = self.script("""
import os, torch, torch.distributed as dist
from torch import nn
torch.manual_seed(1); torch.set_num_threads(1)
dist.init_process_group("gloo")
m = nn.parallel.DistributedDataParallel(nn.Linear(4, 2)); o = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(7):
    o.zero_grad(); m(torch.ones(3, 4) * dist.get_rank()).sum().backward(); o.step()
dist.barrier()
if dist.get_rank() == 0: print([p.sum().item() for p in m.parameters()])
""")
        # Does the same as torchrun, which does not start under Debian's Python.
        launcher = self.script("""
import os, subprocess, sys
from torch.distributed import TCPStore
processes = [subprocess.Popen([sys.executable, sys.argv[1]], env=dict(os.environ, RANK=str(rank), LOCAL_RANK=str(rank),
             WORLD_SIZE="2", MASTER_ADDR="127.0.0.1", MASTER_PORT=sys.argv[2])) for rank in range(2)]
sys.exit(max(process.wait() for process in processes))
""", "launch.py")
        with fakeagent.Agent() as agent:
            watched = agent.run([launcher, path, "29517"])
        plain = fakeagent.run_unwatched([launcher, path, "29518"])
        if plain.returncode != 0:
            self.skipTest("this PyTorch does not train distributed: " + plain.stderr[-200:])
        self.assertEqual((watched.returncode, watched.stdout), (0, plain.stdout))
        self.assertEqual(self.steps_of(agent), [7, 7])
        self.assertEqual([c.events for c in agent.connections if c.steps], [[], []])

    def test_a_kernel_runs_cells_on_its_thread(self):
        agent, _ = self.same_as_unwatched("""
import code, threading
cells = [%r, "for i in range(6): iteration()", "1 / 0", "for i in range(2): iteration()", "print(torch.ones(2).sum())"]
console = code.InteractiveInterpreter()
def kernel():
    for cell in cells: console.runsource(cell, "<cell>", "exec")
thread = threading.Thread(target=kernel, name="kernel"); thread.start(); thread.join()
""" % TRAIN)
        self.assertEqual(len(agent.root.steps), 8)

    def test_a_virtual_environment(self):
        env = os.path.join(self.folder, "env")
        creation = subprocess.run([fakeagent.PYTHON, "-m", "venv", "--system-site-packages", "--without-pip", env])
        if creation.returncode != 0:
            self.skipTest("this Python cannot create virtual environments")
        path = self.script(TRAIN + "import sys\nfor i in range(6): iteration()\nprint(sys.prefix)\n")
        with fakeagent.Agent() as agent:
            run = subprocess.run([env + "/bin/python", path], env=agent.environment(), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, universal_newlines=True)
            agent.finish()
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, env + "\n", ""))
        self.assertEqual(len(agent.root.steps), 6)

    def test_started_by_another_program(self):
        path = self.script(TRAIN + "for i in range(6): iteration()\n")
        with fakeagent.Agent() as agent:
            agent.run(["-c", "import subprocess, sys; sys.exit(subprocess.call([sys.executable, %r]))" % path])
        self.assertEqual(self.steps_of(agent), [6])

    def test_a_script_that_patches_torch(self):
        agent, _ = self.same_as_unwatched(TRAIN + """
calls = []
plain_call, plain_step, plain_save = nn.Module.__call__, torch.optim.SGD.step, torch.save
def call(self, *args, **kwargs):
    calls.append("call"); return plain_call(self, *args, **kwargs)
def step(self, *args, **kwargs):
    calls.append("step"); return plain_step(self, *args, **kwargs)
for i in range(3): iteration()
nn.Module.__call__, torch.optim.SGD.step = call, step
for i in range(8): iteration()
nn.Module.__call__, torch.optim.SGD.step = plain_call, plain_step
for i in range(3): iteration()
print(calls.count("call"), calls.count("step"))
""")
        self.assertEqual(len(agent.root.steps), 14)

    def test_os_exit_in_a_traced_step(self):
        _, run = self.same_as_unwatched(TRAIN + "for i in range(6): iteration()\nimport os; os._exit(5)\n")
        self.assertEqual(run.returncode, 5)

    def test_a_child_that_is_forked_in_a_traced_step_has_no_profiler_on(self):
        """With CUDA, stopping an inherited profiler hangs; a DataLoader forks its workers where no op has run yet."""
        agent, _ = self.same_as_unwatched(TRAIN + """
import os
def child():
    pid = os.fork()
    if not pid:
        print("on" if torch.autograd._profiler_enabled() else "off", flush=True); os._exit(0)
    os.waitpid(pid, 0)
iteration(); iteration()
child(); iteration(); iteration()
o.zero_grad(); loss = m(torch.ones(3, 4)).sum(); child(); loss.backward(); o.step()
iteration()
""")
        traced = [step[4] & 1 != 0 for step in agent.root.steps]
        self.assertEqual(traced, [True, True, True, True, False, True])
        self.assertEqual([text for text in self.texts(agent.root) if "fork" in text],
                         ["A traced step is incomplete: the process forked in the middle of it."])

    def test_ranges_around_steps(self):
        agent, _ = self.same_as_unwatched(TRAIN + """
from torch.profiler import record_function
for i in range(3):
    with record_function("iteration"):
        iteration()
around = record_function("two"); around.__enter__()
iteration(); iteration()
around.__exit__(None, None, None)
print(record_function.__enter__.__module__)
""")
        names = [agent.root.ops[span[3]][0] for span in agent.root.spans]
        self.assertEqual((names.count("iteration"), names.count("two")), (2, 1))  # the first began before the first step

    def test_a_socket_that_is_not_read_does_not_block(self):
        import socket

        path = os.path.join(self.folder, "unread")
        server = socket.socket(socket.AF_UNIX)
        server.bind(path)
        server.listen(1)  # it never reads
        text = self.script(TRAIN + "for i in range(60): iteration()\nprint('through')\n")
        environment = dict(os.environ, PYTHONPATH=fakeagent.HOOK, STEPSCOPE_SOCKET=path, STEPSCOPE_OPS="all", **fakeagent.QUIET)
        environment.pop("STEPSCOPE_ROOT_PID", None)
        run = subprocess.run([fakeagent.PYTHON, text], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             universal_newlines=True, timeout=120)
        server.close()
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "through\n", ""))

    def test_signals_reach_only_the_trainings_threads(self):
        agent, _ = self.same_as_unwatched(TRAIN + """
import os, signal, threading
got = []
signal.signal(signal.SIGUSR1, lambda *a: got.append(threading.current_thread() is threading.main_thread()))
for i in range(8):
    iteration(); os.kill(os.getpid(), signal.SIGUSR1)
print(got)
""")
        self.assertEqual(len(agent.root.steps), 8)

    def test_the_sending_thread_has_a_low_priority(self):
        path = self.script(TRAIN + """
import os
for i in range(3): iteration()
import time; time.sleep(0.3)
print(sorted(os.getpriority(os.PRIO_PROCESS, int(task)) for task in os.listdir("/proc/self/task"))[-1])
""")
        with fakeagent.Agent() as agent:
            run = agent.run([path])
        self.assertEqual(int(run.stdout) - os.getpriority(os.PRIO_PROCESS, 0), 5)


class NewerThan36(unittest.TestCase):
    def test_the_hook_is_written_in_python_36(self):
        """Checks the grammar, and names that were added after 3.6."""
        import ast

        later = {"time_ns", "monotonic_ns", "removeprefix", "removesuffix", "register_at_fork", "valid_signals", "native_id"}
        for folder, _, files in os.walk(fakeagent.HOOK):
            for name in files:
                if name.endswith(".py"):
                    with open(os.path.join(folder, name)) as file:
                        text = file.read()
                    tree = ast.parse(text, name, feature_version=(3, 6)) if sys.version_info >= (3, 8) else ast.parse(text)
                    for node in ast.walk(tree):
                        if isinstance(node, ast.Attribute) and node.attr in later:
                            self.assertTrue("hasattr" in text or "getattr" in text, (name, node.attr))


if __name__ == "__main__":
    fakeagent.main()
