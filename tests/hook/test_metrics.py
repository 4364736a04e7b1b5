"""Metrics: what a script reports, and what PyTorch Lightning and Keras report by themselves (with stand-ins of both)."""
import math
import os
import tempfile
import unittest

import fakeagent

STANDINS = os.path.join(fakeagent.HERE, "standins")


class Metrics(unittest.TestCase):
    def run_script(self, lines):
        with tempfile.TemporaryDirectory() as folder, fakeagent.Agent() as agent:
            script = os.path.join(folder, "train.py")
            with open(script, "w") as file:
                file.write("\n".join(lines) + "\nprint('done')\n")
            result = agent.run([script], path=[STANDINS])
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "done\n", ""))
            self.unwatched(script)
            return agent.root

    def unwatched(self, script):
        """The same script runs without an agent, where the API is importable."""
        result = fakeagent.run_unwatched([script], path=[fakeagent.HOOK, STANDINS])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "done\n", ""))

    def values(self, hook, name):
        return [value for _, value in hook.metrics[name]]

    def test_values_arrive_in_order(self):
        hook = self.run_script(["import stepscope", "for i in range(100):", "    stepscope.metric('loss', 1 / (1 + i))",
                                "stepscope.metric('accuracy', 0.5)"])
        self.assertEqual(self.values(hook, "loss"), [1 / (1 + i) for i in range(100)])
        self.assertEqual(self.values(hook, "accuracy"), [0.5])
        self.assertEqual((hook.losses, hook.events), ([], [e for e in hook.events if e["severity"] != "error"]))

    def test_values_that_are_not_finite_are_kept_and_reported_once(self):
        hook = self.run_script(["import stepscope", "for value in (1, float('nan'), float('inf'), 'nan', 2):",
                                "    stepscope.metric('loss', value)"])
        values = self.values(hook, "loss")
        self.assertEqual((values[0], values[2], values[4]), (1, math.inf, 2))
        self.assertTrue(math.isnan(values[1]) and math.isnan(values[3]))
        self.assertEqual(len([e for e in hook.events if "loss as nan" in e["text"]]), 1)

    def test_what_is_not_a_number_is_reported_once(self):
        hook = self.run_script(["import stepscope", "for value in (None, [], 'x', object(), 3):",
                                "    stepscope.metric('loss', value)"])
        self.assertEqual(self.values(hook, "loss"), [3])
        self.assertEqual(len([e for e in hook.events if "not a number" in e["text"]]), 1)

    def test_names_are_bounded(self):
        hook = self.run_script([
            "import stepscope", "stepscope.metric('\u00e4' * 100, 1)", "stepscope.metric('two\\nlines', 2)",
            "stepscope.metric('', 3)", "for i in range(200):", "    stepscope.metric(i, i)"])
        self.assertEqual(len(hook.metrics), 64)
        self.assertEqual(self.values(hook, "\u00e4" * 32), [1])
        self.assertEqual(self.values(hook, "two lines"), [2])
        self.assertEqual(self.values(hook, "metric"), [3])
        self.assertEqual([(loss["what"], loss["count"]) for loss in hook.losses], [("metrics", 203 - 64)])

    def test_a_flood_is_limited_and_counted(self):
        hook = self.run_script(["import stepscope", "for i in range(200000):", "    stepscope.metric('i', i)"])
        lost = sum(loss["count"] for loss in hook.losses)
        self.assertGreater(lost, 0)
        self.assertEqual({loss["what"] for loss in hook.losses}, {"metrics"})
        self.assertEqual(len(hook.metrics["i"]) + lost, 200000)

    def test_keras_reports_its_logs(self):
        hook = self.run_script([
            "import os", "os.environ['STANDIN_VERSION'] = '2'", "import tensorflow as tf, time",
            "import stepscope", "stepscope.step()",
            "callbacks = tf.keras.CallbackList()", "callbacks.on_epoch_begin(0)",
            "callbacks.on_train_batch_end(0, {'loss': 0.5, 'batch': 0, 'size': 4, 'text': 'x'})",
            "callbacks.on_train_batch_end(1, logs={'loss': 0.4})", "time.sleep(0.15)",
            "callbacks.on_train_batch_end(2, logs={'loss': 0.3})",
            "callbacks.on_epoch_end(0, {'loss': 0.1, 'val_accuracy': 0.9})"])
        self.assertEqual(self.values(hook, "loss"), [0.5, 0.3])  # at most ten a second
        self.assertEqual(self.values(hook, "val_accuracy"), [0.9])
        self.assertEqual(set(hook.metrics), {"loss", "val_accuracy"})

    @unittest.skipUnless(fakeagent.has_torch(), "no PyTorch")
    def test_tensors(self):
        hook = self.run_script(["import stepscope, torch", "stepscope.metric('loss', torch.tensor(0.25))",
                                "stepscope.metric('loss', torch.tensor([0.75]).requires_grad_())",
                                "stepscope.metric('loss', torch.zeros(2))"])
        self.assertEqual(self.values(hook, "loss"), [0.25, 0.75])

    @unittest.skipUnless(fakeagent.has_torch(), "no PyTorch")
    def test_a_tensor_of_the_graph_is_read_without_the_warning_of_newer_versions(self):
        hook = self.run_script(["import stepscope, warnings", "class Value:", "    requires_grad = True",
                                "    def detach(self): return 0.25",
                                "    def __float__(self): warnings.warn('use detach()'); return 0.25",
                                "stepscope.metric('loss', Value())"])
        self.assertEqual(self.values(hook, "loss"), [0.25])

    def test_lightning_reports_what_it_logs(self):
        hook = self.run_script([
            "import torch, pytorch_lightning", "class Model(pytorch_lightning.LightningModule):", "    pass",
            "model = Model()", "model.log('train_loss', torch.tensor(0.5))",
            "model.log(name='metric object', value=object())",
            "model.log_dict({'accuracy': 0.75, 'train_loss': 0.4}, prog_bar=True)",
            "try:", "    model.log(3, 1.0)", "except TypeError:", "    pass"])
        self.assertEqual(hook.metrics.keys(), {"train_loss", "accuracy"})
        self.assertEqual(self.values(hook, "accuracy"), [0.75])


if __name__ == "__main__":
    fakeagent.main()
