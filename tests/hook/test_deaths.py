"""Marks of steps survive any end of the process: all but at most the last one arrive."""
import os
import signal
import subprocess
import time
import unittest

import fakeagent
from test_harmless import TRAIN, ScriptCase

# Each iteration is confirmed in a file in memory that no end of the process can lose.
COUNTED = TRAIN + """
import ctypes, os, signal, sys, threading, time
confirmed = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
def confirm(done, place): os.pwrite(confirmed, b"%8d" % done, 8 * place)
def run(times, place=0):
    for done in range(1, times + 1): iteration(); confirm(done, place)
"""
ENDS = {
    "os._exit": "run(700); os._exit(3)",
    "abort": "run(700); os.abort()",
    "segmentation fault": "run(700); ctypes.string_at(0)",
    "killed": "run(700); os.kill(os.getpid(), signal.SIGKILL)",
    "terminated": "run(700); os.kill(os.getpid(), signal.SIGTERM); time.sleep(9)",
    "exec": "run(700); os.execv('/bin/true', ['true'])",
    "a forked child": """
run(100)
child = os.fork()
if not child: run(6, 1); os._exit(0)
os.waitpid(child, 0); run(100); confirm(200, 0)
""",
    "in a forward": """
run(300); hook = m.register_forward_pre_hook(lambda *_: os.kill(os.getpid(), signal.SIGKILL)); iteration()
""",
    "in an optimizer": """
run(300); o.step(lambda: os.kill(os.getpid(), signal.SIGKILL))
""",
    "data workers": """
if __name__ == "__main__":
    loader = torch.utils.data.DataLoader(torch.randn(4000, 4), batch_size=8, num_workers=2)
    for done, x in enumerate(loader):
        o.zero_grad(); m(x).square().mean().backward(); o.step(); confirm(done + 1, 0)
        if done == 200: os.kill(next(iter(__import__("multiprocessing").active_children())).pid, signal.SIGKILL)
""",
}


@unittest.skipUnless(fakeagent.has_torch(), "this Python has no PyTorch")
class Deaths(ScriptCase):
    def confirmed(self):
        with open(self.folder + "/confirmed") as file:
            return [int(number) for number in file.read().split()]

    def check(self, agent):
        counts = sorted(len(connection.steps) for connection in agent.connections if connection.steps)
        expected = sorted(self.confirmed())
        self.assertEqual(len(counts), len(expected))
        for count, done in zip(counts, expected):
            self.assertIn(count - done, (0, 1))  # the process may end between a step and its confirmation
        for connection in agent.connections:
            self.assertEqual([step[0] for step in connection.steps], list(range(len(connection.steps))))
            self.assertEqual(connection.losses, [])
        self.assertGreater(expected[-1], 99)

    def die(self, name, ops):
        path = self.script(COUNTED + ENDS[name])
        with fakeagent.Agent() as agent:
            agent.run([path, self.folder + "/confirmed"], ops)
        self.check(agent)

    def test_ctrl_c(self):
        path = self.script(COUNTED + "run(10 ** 9)")
        for ops in ("none", "all"):
            with fakeagent.Agent() as agent:
                run = subprocess.Popen([fakeagent.PYTHON, path, self.folder + "/confirmed"], env=agent.environment(ops),
                                       stderr=subprocess.DEVNULL)
                while not os.path.exists(self.folder + "/confirmed") or self.confirmed()[-1:] < [150]:
                    time.sleep(0.01)
                run.send_signal(signal.SIGINT)
                self.assertEqual(run.wait(), -signal.SIGINT)
                agent.finish()
            self.check(agent)
            os.unlink(self.folder + "/confirmed")


def _test_of(name, ops):
    return lambda self: self.die(name, ops)


for _name in ENDS:
    for _ops in ("none", "auto", "all"):
        setattr(Deaths, "test_%s_%s" % (_name.replace(" ", "_"), _ops), _test_of(_name, _ops))


class WithoutSharedMemory(ScriptCase):
    def test_steps_are_sent_as_messages(self):
        script = self.script("""
import stepscope, sys
for i in range(50): stepscope.step(2)
""")
        own = os.path.join(self.folder, "own")
        os.mkdir(own)
        # Runs before the hook, because the hook starts in sitecustomize.
        with open(os.path.join(own, "mmap.py"), "w") as file:
            file.write("def mmap(*_, **__): raise OSError('no room')\n")
        with fakeagent.Agent() as agent:
            environment = agent.environment()
            environment["PYTHONPATH"] = own + os.pathsep + environment["PYTHONPATH"]
            done = subprocess.run([fakeagent.PYTHON, script], env=environment, stderr=subprocess.PIPE)
            agent.finish()
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual([step[0] for step in agent.root.steps], list(range(50)))
        self.assertIn("Memory cannot be shared", agent.root.events[0]["text"])


if __name__ == "__main__":
    fakeagent.main()
