"""The command line of the suite: the table, errors, and what works without PyTorch."""
import json
import os
import subprocess
import tempfile
import unittest

import suite
from benchmarks import table

# Table II of the study: model, layers, FLOPs and parameters as printed, whether it trains on a TX2.
TABLE_II = [
    ("densenet40", 40, "30M", "1M", True), ("resnet50", 50, "4G", "98M", True),
    ("squeezenet", 40, "837M", "5M", True), ("vgg16", 16, "4G", "134M", True),
    ("xception", 39, "N/A", "23M", True), ("inception_v1", 22, "30M", "5M", True),
    ("char_cnn", 2, "23M", "1M", True), ("dcgan", 40, "30M", "1M", True), ("dqn", 4, "N/A", "N/A", True),
    ("alexnet", 8, "727M", "60M", True), ("vgg19", 19, "20G", "548M", False), ("bert", 12, "N/A", "110M", False),
    ("resnet101", 101, "8G", "155M", False), ("resnet152", 152, "11G", "220M", False),
    ("densenet100", 100, "31M", "7M", False), ("seq2seq", 2, "28G", "348M", False),
]


class CommandLine(unittest.TestCase):
    def broken(self, *modules):
        """A folder with modules that cannot be imported."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in modules:
            with open(os.path.join(folder.name, name + ".py"), "w") as file:
                file.write("raise ImportError('No module named %s')\n" % name)
        return [folder.name]

    def check_error(self, words, status, *parts, **options):
        done = suite.run(words, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_the_table_is_that_of_the_study(self):
        rows = json.loads(suite.run(["list", "--json"]).stdout)["models"]
        self.assertEqual([(row["name"], row["layers"], row["paper"]["flops"], row["paper"]["parameters"],
                           row["paper"]["trains"]) for row in rows], TABLE_II)
        for row in rows:
            self.assertTrue(row["literature"]["source"], row["name"])

    def test_the_list_needs_no_framework(self):
        done = suite.run(["list"], path=self.broken("torch", "tensorflow", "numpy"))
        self.assertEqual((done.returncode, done.stdout.count("\n")), (0, len(TABLE_II)), done.stderr)

    def test_unknown_models_are_guessed(self):
        self.check_error(["describe", "resnet5O"], 2, "did you mean", "resnet50")
        self.check_error(["train", "mobilenet_v2"], 2, "mobilenet_v2")
        self.assertEqual(table.find("ResNet50").name, "resnet50")
        self.assertEqual(table.find("inception-v1").name, "inception_v1")

    def test_wrong_numbers(self):
        for words in (["--batch", "0"], ["--batch", "x"], ["--steps", "-1"], ["--steps", "99999999999"],
                      ["--seconds", "-1"], ["--seconds", "nan"], ["--report-every", "0"], ["--seed", "-1"],
                      ["--seed", "4294967296"], ["--seed", "x"]):
            self.check_error(["train", "dqn"] + words, 2, words[0], words[1])
        for words in (["--seed", "-1"], ["--start", "nan"], ["--start", "2"], ["--days", "0"]):
            self.check_error(["accuracy-over-days"] + words, 2, words[0], words[1])

    def test_a_missing_framework_is_named_with_its_installation(self):
        path = self.broken("torch", "tensorflow")
        self.check_error(["train", "resnet50"], 3, "PyTorch", "pip3 install torch", path=path)
        self.check_error(["describe", "resnet50"], 3, "PyTorch", path=path)
        self.check_error(["train", "resnet50", "--framework", "tensorflow"], 3, "TensorFlow", path=path)
        self.check_error(["train", "bert", "--framework", "tensorflow"], 2, "resnet50", path=path)

    def test_it_compiles_with_the_oldest_python(self):
        for version in ("python3.6",):
            try:
                subprocess.check_output([version, "--version"], stderr=subprocess.STDOUT)
            except (OSError, subprocess.CalledProcessError):
                self.skipTest("there is no " + version)
            code = "import sys, os\nfor f in sys.argv[1:]: compile(open(f, encoding='utf-8').read(), f, 'exec')"
            files = [os.path.join(at, name) for at, _, names in os.walk(os.path.join(suite.RESOURCES, "benchmarks"))
                     for name in names if name.endswith(".py")]
            self.assertGreater(len(files), 20)
            done = subprocess.run([version, "-c", code] + files, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
