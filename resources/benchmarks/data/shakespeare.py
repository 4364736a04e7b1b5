"""Shakespeare: the text of 1,115,394 characters ("tiny Shakespeare") of Karpathy's char-rnn (2015).

SHA-256 of input.txt in the repository karpathy/char-rnn.
"""
import numpy

from . import Source, check_folder, checked, generated, present

NAME = "Shakespeare"
SHA256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"
FILES = ("input.txt", "tinyshakespeare.txt", "shakespeare.txt", "tinyshakespeare/input.txt")
SYMBOLS = 65  # different characters of the text
GENERATED = 200000


def load(folder, seed):
    """(codes (N,) int64 of 0 to 64, Source)."""
    check_folder(folder)
    path = present(folder, *FILES)
    if path is None:
        return generate(GENERATED, seed), generated(NAME, folder, " or ".join(FILES),
                                                    "%d characters of a Markov chain" % GENERATED)
    with open(checked(path, "sha256", [SHA256]), "rb") as file:
        text = numpy.frombuffer(file.read(), numpy.uint8)
    _, codes = numpy.unique(text, return_inverse=True)
    return codes.reshape(-1).astype(numpy.int64), Source(NAME, True, path)


def generate(count, seed):
    """Text of a Markov chain of first order in which few characters are likely after each one, as in English: the entropy
    is 2.0 bits a character."""
    random = numpy.random.RandomState(seed)
    successors = numpy.array([random.permutation(SYMBOLS)[:6] for _ in range(SYMBOLS)])
    choices = random.choice(6, count, p=[0.45, 0.2, 0.15, 0.1, 0.06, 0.04])
    codes = numpy.empty(count, numpy.int64)
    code = 0
    for index in range(count):
        code = codes[index] = successors[code, choices[index]]
    return codes
