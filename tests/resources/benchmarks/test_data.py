"""The data of the trainings: hashes, the formats of the real sets, and what is generated without them."""
import hashlib
import io
import json
import os
import pickle
import sys
import tarfile
import tempfile
import unittest

import suite

try:
    import numpy
except ImportError:
    print("Skipped: %s has no NumPy; on Debian install python3-numpy." % sys.executable)
    sys.exit(77)
from benchmarks import data
from benchmarks.data import atari, cifar, iwslt, shakespeare, squad


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def replace(self, module, name, value):
        """Sets an attribute (the published hash) until the end of the test: the real files are not at hand."""
        self.addCleanup(setattr, module, name, getattr(module, name))
        setattr(module, name, value)


class Cifar(Folder):
    def images(self, seed):
        random = numpy.random.RandomState(seed)
        return random.randint(0, 256, (20, 3072)).astype(numpy.uint8), [int(label) for label in random.randint(0, 10, 20)]

    def python_batches(self):
        contents = []
        for number in range(5):
            images, labels = self.images(number)
            contents.append(pickle.dumps({b"data": images, b"labels": labels}, protocol=2))
        names = ["data_batch_%d" % (number + 1) for number in range(5)]
        self.replace(cifar, "BATCHES", [(name, hashlib.md5(content).hexdigest())
                                        for name, content in zip(names, contents)])
        return list(zip(names, contents))

    def archive(self, name, members):
        memory = io.BytesIO()
        with tarfile.open(fileobj=memory, mode="w:gz") as archive:
            for member, content in members:
                entry = tarfile.TarInfo("cifar/" + member)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        self.write(name, memory.getvalue())
        self.replace(cifar, "ARCHIVES", {name: hashlib.md5(memory.getvalue()).hexdigest()})

    def check(self):
        images, labels, source = cifar.load(self.folder, 1)
        self.assertTrue(source.real)
        self.assertEqual(images.shape, (100, 3, 32, 32))
        for number in range(5):
            expected, expected_labels = self.images(number)
            part = slice(20 * number, 20 * number + 20)
            self.assertTrue((images[part].reshape(20, -1) == expected).all())
            self.assertEqual(list(labels[part]), expected_labels)

    def test_unpacked_python_batches(self):
        for name, content in self.python_batches():
            self.write("cifar-10-batches-py/" + name, content)
        self.check()

    def test_python_archive(self):
        self.archive("cifar-10-python.tar.gz", self.python_batches())
        self.check()

    def test_binary_archive(self):
        members = []
        for number in range(5):
            images, labels = self.images(number)
            members.append(("data_batch_%d.bin" % (number + 1),
                            numpy.hstack([numpy.array(labels, numpy.uint8)[:, None], images]).tobytes()))
        self.archive("cifar-10-binary.tar.gz", members)
        self.check()

    def test_another_file_is_refused(self):
        self.write("cifar-10-python.tar.gz", b"something else")
        with self.assertRaisesRegex(data.DataError, "c58f30108f718f92721af3b95e74349a"):
            cifar.load(self.folder, 1)

    def test_objects_in_batches_are_not_loaded(self):
        with self.assertRaisesRegex(data.DataError, "os|posix"):
            cifar._python_batch(io.BytesIO(pickle.dumps({b"data": os.getcwd}, protocol=2)))

    def test_generated_images_have_the_statistics_of_the_set(self):
        images, labels, source = cifar.load(None, 3)
        self.assertFalse(source.real)
        scaled = images / 255.0
        numpy.testing.assert_allclose(scaled.mean((0, 2, 3)), cifar.MEAN, atol=0.02)
        numpy.testing.assert_allclose(scaled.std((0, 2, 3)), cifar.DEVIATION, rtol=0.1)
        self.assertEqual(set(labels), set(range(10)))
        self.assertFalse((cifar.load(None, 4)[0] == images).all())


class Texts(Folder):
    def test_shakespeare(self):
        content = bytes(bytearray(range(32, 97))) * 3
        self.write("input.txt", content)
        with self.assertRaisesRegex(data.DataError, "SHA256"):
            shakespeare.load(self.folder, 1)
        self.replace(shakespeare, "SHA256", hashlib.sha256(content).hexdigest())
        codes, source = shakespeare.load(self.folder, 1)
        self.assertTrue(source.real)
        self.assertEqual(list(codes), list(range(65)) * 3)

    def test_generated_text_uses_the_symbols(self):
        codes, source = shakespeare.load(self.folder, 1)
        self.assertIn("has no input.txt", str(source))
        self.assertEqual((codes.min(), codes.max()), (0, 64))

    def test_squad_spans_are_those_of_the_answers(self):
        context = "Stepscope runs on boards. The TX2, of 2017, has six cores."
        answers = [("boards", 1), ("TX2", 1), ("six cores", 2)]
        entries = [{"question": "What is number %d?" % i, "answers": [{"text": a, "answer_start": context.index(a)}]}
                   for i, (a, _) in enumerate(answers)]
        tokens, segments, spans = squad.encode({"data": [{"paragraphs": [{"context": context, "qas": entries}]}]})
        self.assertEqual(tokens.shape, (3, squad.LENGTH))
        for row, (_, words) in enumerate(answers):
            first, last = spans[row]
            self.assertEqual(last - first + 1, words)
            self.assertTrue(segments[row, first:last + 1].all())
        self.assertNotEqual(tokens[0, spans[0, 0]], tokens[1, spans[1, 0]])
        self.write("train-v1.1.json", json.dumps({}).encode())
        with self.assertRaisesRegex(data.DataError, "train-v1.1.json"):
            squad.load(self.folder, 1)

    def test_generated_squad(self):
        tokens, segments, spans, source = squad.load(None, 1)
        self.assertFalse(source.real)
        self.assertTrue((tokens < squad.VOCABULARY).all() and (spans < squad.LENGTH).all())
        for row in range(len(tokens)):  # the question's last word begins the answer
            end = list(tokens[row]).index(squad.SEPARATOR)
            self.assertEqual(tokens[row, end - 1], tokens[row, spans[row, 0]])

    def test_iwslt(self):
        self.replace(iwslt, "PAIRS", (2,))
        self.write("train.en", u"a b c\nb b\n".encode("utf-8"))
        with self.assertRaisesRegex(data.DataError, "train.vi"):
            iwslt.load(self.folder, 1, 100, 100)
        self.write("train.vi", u"x y\nz\n\n".encode("utf-8"))
        with self.assertRaisesRegex(data.DataError, "133,317"):
            iwslt.load(self.folder, 1, 100, 100)
        self.write("train.vi", u"x y\nz\n".encode("utf-8"))
        sources, targets, source = iwslt.load(self.folder, 1, 100, 100)
        self.assertTrue(source.real)
        self.assertEqual(list(sources[0, -3:]), [6, 4, 5])  # reversed; b is the most frequent word
        self.assertEqual(list(targets[0, :4]), [iwslt.START, 4, 5, iwslt.END])
        self.assertEqual(sources.shape[1], iwslt.LENGTH)

    def test_a_missing_folder_is_an_error(self):
        with self.assertRaisesRegex(data.DataError, "does not exist"):
            shakespeare.load(os.path.join(self.folder, "none"), 1)


class Game(unittest.TestCase):
    def test_the_built_in_game(self):
        game = atari.Catch(1)
        screen = game.reset()
        self.assertEqual((screen.shape, screen.dtype), ((84, 84), numpy.uint8))
        rewards = []
        for _ in range(600):
            screen, reward, over = game.act(rewards and len(rewards) % atari.ACTIONS or 0)
            if over:
                rewards.append(reward)
                game.reset()
            else:
                self.assertEqual(reward, 0)
        self.assertEqual(set(rewards), {1.0, -1.0})

    def test_a_paddle_that_follows_the_ball_wins(self):
        game = atari.Catch(2)
        for _ in range(20):
            game.reset()
            over = False
            while not over:
                ball, paddle = game._ball[1], game._paddle
                _, reward, over = game.act(2 if ball < paddle else 3 if ball > paddle else 0)
            self.assertEqual(reward, 1.0)


if __name__ == "__main__":
    unittest.main()
