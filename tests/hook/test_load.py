"""The load of known shape that the self-test applies to a GPU, here on the CPU."""
import subprocess
import unittest

import fakeagent


@unittest.skipUnless(fakeagent.has_torch(), "this Python has no PyTorch")
class Load(unittest.TestCase):
    def test_its_phases_are_reported_as_spans(self):
        with fakeagent.Agent() as agent:
            done = agent.run(["-m", "stepscope.load", "--seconds", "3", "--device", "cpu"], "none")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        hook, = agent.connections
        self.assertEqual([lane[2] for lane in hook.lanes.values()], ["load"])
        self.assertGreater(len(hook.spans), 1)
        end = 0
        for _, start, duration, op, depth in hook.spans:
            self.assertEqual((hook.ops[op][0], depth), ("load", 0))
            self.assertGreater(start, end)
            self.assertGreater(duration, 15000000)
            end = start + duration

    def test_without_a_gpu_it_fails_with_a_message(self):
        probe = subprocess.run([fakeagent.PYTHON, "-c", "import torch, sys; sys.exit(torch.cuda.is_available())"])
        if probe.returncode:
            self.skipTest("there is a GPU")
        with fakeagent.Agent() as agent:
            done = agent.run(["-m", "stepscope.load", "--seconds", "1"])
        self.assertEqual(done.returncode, 3)
        self.assertIn("no GPU", done.stderr)


if __name__ == "__main__":
    fakeagent.main()
