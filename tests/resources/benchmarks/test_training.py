"""Trains each model of the suite for two steps, and checks what a training prints and reports."""
import math
import os
import re
import subprocess
import unittest

import suite
from benchmarks import table, training
from benchmarks.benchmark import Settings

FIRST_LINE = r"^model (\S+) batch (\d+) steps (\d+) data (.*) \((real|generated): .*\) framework torch \S+ device cpu$"
LAST_LINE = r"^steps (\d+) samples (\d+) seconds [\d.]+ throughput [\d.e+]+ samples/s (accuracy [\d.]+ )?.*loss [\d.]+$"
BATCH = {"densenet40": 4, "squeezenet": 2, "char_cnn": 8, "dcgan": 4, "dqn": 8}  # others: 1


@unittest.skipUnless(suite.fakeagent.has_torch(), "no PyTorch")
class Training(unittest.TestCase):
    def losses(self, name, steps, batch, seed=1):
        import torch

        torch.manual_seed(seed)
        trainer = training.trainer_of(table.find(name), "torch", Settings(batch, seed=seed))
        values = [trainer.step() for _ in range(steps)]
        self.assertEqual(trainer.source.real, False)
        return [float(value["loss"]) for value in values], values

    def shorten(self):
        """Smaller samples of the slowest models, which permit any size: images of 96 x 96, 48 tokens, 10 words."""
        from benchmarks.data import iwslt, squad
        from benchmarks.models import resnet, xception

        for owner, name, value in ((resnet.Model, "size", 96), (xception.Model, "size", 96), (squad, "LENGTH", 48),
                                   (iwslt, "LENGTH", 10)):
            self.addCleanup(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, value)

    def test_each_model_trains(self):
        self.shorten()
        for row in table.rows():
            with self.subTest(row.name):
                losses, values = self.losses(row.name, 2, BATCH.get(row.name, 1))
                self.assertTrue(all(math.isfinite(loss) for loss in losses), losses)
                if "accuracy" in values[0]:
                    self.assertTrue(0 <= float(values[0]["accuracy"]) <= 1)

    def test_the_first_loss_is_that_of_equal_probabilities(self):
        for name, classes in (("densenet40", 10), ("alexnet", 10), ("char_cnn", 65)):
            with self.subTest(name):
                self.assertAlmostEqual(self.losses(name, 1, 8)[0][0], math.log(classes), delta=0.4)

    def test_generated_data_can_be_learned(self):
        for name, steps in (("char_cnn", 30),):
            with self.subTest(name):
                losses, _ = self.losses(name, steps, 16)
                third = steps // 3
                self.assertLess(sum(losses[-third:]), 0.97 * sum(losses[:third]), losses)

    def test_a_seed_determines_the_training(self):
        self.assertEqual(self.losses("char_cnn", 3, 4)[0], self.losses("char_cnn", 3, 4)[0])
        self.assertNotEqual(self.losses("char_cnn", 3, 4)[0], self.losses("char_cnn", 3, 4, seed=2)[0])

    def test_a_training_prints_two_lines(self):
        done = suite.run(["train", "dqn", "--batch", "4", "--steps", "5"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        first, last = done.stdout.splitlines()
        self.assertEqual(re.match(FIRST_LINE, first).groups(), ("dqn", "4", "5", "Atari 2600", "generated"), first)
        self.assertEqual(re.match(LAST_LINE, last).groups()[:2], ("5", "20"), last)

    def test_a_training_of_short_steps_lasts_as_long_as_asked(self):
        done = suite.run(["train", "char_cnn", "--batch", "2", "--steps", "4", "--seconds", "2"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        steps, seconds = re.match(r"^steps (\d+) samples \d+ seconds ([\d.]+) ", done.stdout.splitlines()[1]).groups()
        self.assertGreater(int(steps), 4)
        self.assertGreaterEqual(float(seconds), 2)

    def test_metrics_are_reported_as_often_as_asked(self):
        for words, steps in (([], [1, 10, 12]), (["--report-every", "4"], [1, 4, 8, 12])):
            with self.subTest(words), suite.fakeagent.Agent() as agent:
                done = agent.run(["-m", "benchmarks", "train", "char_cnn", "--batch", "2", "--steps", "12"] + words,
                                 path=[suite.RESOURCES])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(len(agent.root.metrics["loss"]), len(steps))

    def test_accuracy_over_days_prints_and_reports_each_day(self):
        with suite.fakeagent.Agent() as agent:
            done = agent.run(["-m", "benchmarks", "accuracy-over-days", "--days", "2", "--images", "6", "--batch", "4",
                              "--held-out", "20", "--first-steps", "1"], path=[suite.RESOURCES])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        days = re.findall(r"^day (\d+) accuracy ([\d.]+)$", done.stdout, re.MULTILINE)
        self.assertEqual([day for day, _ in days], ["0", "1", "2"], done.stdout)
        reported = [value for _, value in agent.root.metrics["daily_accuracy"]]
        self.assertEqual(["%.4f" % value for value in reported], [accuracy for _, accuracy in days])
        # The first training has one step, and each day two: four images, then two.
        self.assertEqual(len(agent.root.steps), 5)

    def test_generated_images_of_days_leave_room_to_learn(self):
        """A constant accuracy would be a limit of the data. The nearest mean colour is what a network learns first."""
        program = """
import numpy
from benchmarks import days
from benchmarks.data import cifar
images, labels = cifar.generate(8192, 7)
colours = days.mixed(images, 7).mean((2, 3))
def accuracy(count):
    means = numpy.array([colours[:count][labels[:count] == c].mean(0) if c in labels[:count] else [1e9] * 3 for c in range(10)])
    distances = ((colours[-1000:, None] - means[None]) ** 2).sum(2)
    return (distances.argmin(1) == labels[-1000:]).mean()
print(accuracy(20), accuracy(7000))
"""
        printed = subprocess.check_output([suite.fakeagent.PYTHON, "-c", program], universal_newlines=True,
                                          env=dict(os.environ, PYTHONPATH=suite.RESOURCES, PYTHONDONTWRITEBYTECODE="1"))
        few, many = [float(word) for word in printed.split()]
        self.assertTrue(few < 0.6 < many < 0.85, printed)

    def test_accuracy_over_days_needs_enough_images(self):
        done = suite.run(["accuracy-over-days", "--days", "200", "--images", "64"])
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("there are 8192", done.stderr)

    def test_exhausted_memory_is_one_line_and_has_its_own_status(self):
        done = suite.run(["train", "densenet40", "--batch", "2048", "--steps", "2"], limit=3 << 30)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (4, 1), done.stderr)
        self.assertIn("batch 2048", done.stderr)

    def test_steps_have_the_samples_of_the_batch(self):
        """Under the hook, without marks in the training: also where several networks train, or a game is played."""
        for name in ("char_cnn", "dcgan", "dqn", "densenet40"):
            with self.subTest(name), suite.fakeagent.Agent() as agent:
                done = agent.run(["-m", "benchmarks", "train", name, "--batch", "6", "--steps", "5"],
                                 path=[suite.RESOURCES])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([(step[0], step[3]) for step in agent.root.steps], [(i, 6) for i in range(5)])


if __name__ == "__main__":
    suite.fakeagent.main()
