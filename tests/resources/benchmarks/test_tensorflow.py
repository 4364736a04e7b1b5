"""The networks and trainings of TensorFlow, with a stand-in of its interface; never with TensorFlow itself."""
import os
import sys
import unittest

import suite

STANDINS = os.path.join(suite.HERE, "standins")
sys.path.insert(0, STANDINS)
try:
    import numpy  # noqa: F401
except ImportError:
    print("Skipped: %s has no NumPy; on Debian install python3-numpy." % sys.executable)
    sys.exit(77)
import tensorflow
from benchmarks import table
from benchmarks.tensorflow_models.networks import Networks

# Published parameters and multiply-adds with 1000 classes (DenseNet40: 10), as in test_models.py.
PUBLISHED = {
    "resnet50": (1000, 25557032, 4.09e9), "squeezenet": (1000, 1248424, 0.837e9),
    "inception_v1": (1000, 6624904, 1.50e9), "densenet40": (10, 1019722, 2.648e8),
    "char_cnn": (65, 927117 - 4 * 300, 2.29e7),  # Keras' LSTM has one bias where PyTorch has two
}


class TensorFlow(unittest.TestCase):
    def test_networks_have_the_published_size(self):
        self.assertEqual(sorted(PUBLISHED), sorted(row.name for row in table.rows() if "tensorflow" in row.frameworks))
        for name, (classes, parameters, operations) in sorted(PUBLISHED.items()):
            with self.subTest(name):
                network = Networks(tensorflow).build(name, classes)
                self.assertEqual(sum(layer.parameters for layer in network.layers), parameters)
                counted = sum(getattr(layer, "operations", 0) for layer in network.layers)
                self.assertLess(abs(counted / operations - 1), 0.03)
                self.assertEqual(network.outputs[0].shape[-1], classes)

    def test_trainings_of_both_generations(self):
        for version, first in (("1", "1.15.2"), ("2", "2.4.1")):
            for name in sorted(PUBLISHED):
                with self.subTest(name, version=version):
                    os.environ["STANDIN_VERSION"] = version
                    done = suite.run(["train", name, "--framework", "tensorflow", "--batch", "4", "--steps", "3"],
                                     path=[STANDINS])
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    begin, end = done.stdout.splitlines()
                    self.assertIn("framework tensorflow %s" % first, begin)
                    self.assertIn("(generated: ", begin)
                    self.assertRegex(end, r"^steps 3 samples 12 .* accuracy 0.5 loss 0.66")


if __name__ == "__main__":
    unittest.main()
