"""Parameters and multiply-adds of the networks against published numbers, or against their closed form."""
import unittest

import suite
from benchmarks import description, table, training

# Published numbers, by model: parameters, multiply-adds, each with the relative deviation that the rounding of the
# publication permits. Written down here a second time, from the publications that models.json names.
PUBLISHED = {
    "resnet50": (25557032, 0, 4.09e9, 0.003), "resnet101": (44549160, 0, 7.80e9, 0.003),
    "resnet152": (60192808, 0, 11.51e9, 0.003), "vgg16": (138357544, 0, 15.47e9, 0.003),
    "vgg19": (143667240, 0, 19.63e9, 0.003), "squeezenet": (1248424, 0, 0.82e9, 0.006),
    "inception_v1": (6624904, 0, 1.50e9, 0.006), "xception": (22855952, 0, 8.4e9, 0.006),
    "alexnet": (60965224, 0, 724406816, 0), "densenet40": (1.0e6, 0.05, 2.665e8, 0.01),
    "densenet100": (7.0e6, 0.01, None, 0), "bert": (109482240, 0, 22.5e9 / 2, 0.01),
    "seq2seq": (384e6, 0.002, None, 0), "dcgan": (3576704 + 2765568, 0, None, 0),
    "dqn": (1687206, 0, None, 0), "char_cnn": (1e6, 0.1, 23e6, 0.01),
}


def dense_net(layers):
    """Multiply-adds of a DenseNet with growth rate 12 for 32 x 32."""
    total, channels, size = 3 * 9 * 16 * 1024, 16, 1024
    for block in range(3):
        if block:
            total += channels * channels * size
            size //= 4
        for _ in range(layers):
            total += channels * 9 * 12 * size
            channels += 12
    return total + channels * 10


CLOSED_FORM = {
    "densenet40": dense_net(12),
    "densenet100": dense_net(32),
    "dqn": 400 * 32 * 4 * 64 + 81 * 64 * 32 * 16 + 49 * 64 * 64 * 9 + 3136 * 512 + 512 * 6,
    "seq2seq": 50 * (8 * 4 * 1000 * 2000 + 80000 * 1000),
    "dcgan": 16 * (100 * 512 + 16 * 512 * 256 + 64 * 256 * 128 + 256 * 128 * 64 + 1024 * 64 * 3 +
                   1024 * 3 * 64 + 256 * 64 * 128 + 64 * 128 * 256 + 16 * 256 * 512 + 512),
    "char_cnn": 25 * (7 * 128 * 256 + 4 * 300 * (256 + 300) + 300 * 65),
}
# Classes of the last layer in the published network, and the features that it reads: with 10 classes it has fewer weights.
LAST_LAYER = {"resnet50": 2048, "resnet101": 2048, "resnet152": 2048, "vgg16": 4096, "vgg19": 4096, "squeezenet": 512,
              "inception_v1": 1024, "xception": 2048, "alexnet": 4096}


@unittest.skipUnless(suite.fakeagent.has_torch(), "no PyTorch")
class Models(unittest.TestCase):
    def test_parameters_and_operations(self):
        import torch

        self.assertEqual(sorted(PUBLISHED), sorted(row.name for row in table.rows()))
        for row in table.rows():
            with self.subTest(row.name):
                parameters, within, operations, operations_within = PUBLISHED[row.name]
                figures = description.figures(torch, training.model_of(row), True)
                self.check(figures["parameters"], parameters, within)
                self.check(figures["multiply_adds"], operations, operations_within)
                self.check(figures["multiply_adds"], CLOSED_FORM.get(row.name), 0)
                self.check(figures["parameters"], row.literature["parameters"], row.literature["parameters_within"])
                self.check(figures["multiply_adds"], row.literature["multiply_adds"],
                           row.literature["multiply_adds_within"])

    def test_ten_classes_change_the_last_layer_only(self):
        from benchmarks import work

        for name in sorted(LAST_LAYER):
            with self.subTest(name):
                trained = work.parameters(training.model_of(table.find(name)).network())
                self.assertEqual(PUBLISHED[name][0] - trained, 990 * (LAST_LAYER[name] + 1))

    def check(self, value, expected, within):
        if expected is not None:
            self.assertLessEqual(abs(value - expected), within * expected, "%r instead of %r" % (value, expected))


if __name__ == "__main__":
    suite.fakeagent.main()
