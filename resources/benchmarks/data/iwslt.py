"""IWSLT15, English to Vietnamese, in the files of Stanford (Luong and Manning, 2015): train.en and train.vi, one
sentence a line, 133,317 pairs.

Its authors publish no hash of the files, so they are checked by their number of pairs.
"""
import io
import os

import numpy

from . import DataError, Source, check_folder, generated, present, text

NAME = "IWSLT15 en-vi"
PAIRS = (133317, 133318)  # without and with the empty pair at the end that some copies have
LENGTH = 50  # sentences are cut there, as by Luong and Manning
PADDING, UNKNOWN, START, END, RESERVED = 0, 1, 2, 3, 4
GENERATED = 2048


def load(folder, seed, source_words, target_words):
    """(sources (N, 50), targets (N, 51), both int64, Source). Sources are reversed and end at the last column
    (Sutskever et al.); targets begin with START and end with END."""
    check_folder(folder)
    path = present(folder, "train.en", "iwslt15.en-vi/train.en")
    if path is not None:
        other = os.path.join(os.path.dirname(path), "train.vi")
        if not os.path.exists(other):
            raise DataError("%s exists, but train.vi beside it does not; download both files of IWSLT15." % path)
        sides = [read(path), read(other)]
        if len(sides[0]) != len(sides[1]) or len(sides[0]) not in PAIRS:
            raise DataError("%s and train.vi have %d and %d lines instead of 133,317: they are not the files of IWSLT15. "
                            "Download them again, or remove them to train on generated data."
                            % (path, len(sides[0]), len(sides[1])))
        return encode(sides[0], sides[1], source_words, target_words) + (Source(NAME, True, path),)
    pairs = generate(GENERATED, seed, source_words, target_words)
    return arrays(pairs) + (generated(NAME, folder, "train.en and train.vi", "%d pairs of random words" % GENERATED),)


def read(path):
    with io.open(path, encoding="utf-8") as file:
        return [line.split() for line in file.read().splitlines()]


def encode(sources, targets, source_words, target_words):
    known = text.vocabulary(sources, source_words, RESERVED), text.vocabulary(targets, target_words, RESERVED)
    pairs = []
    for pair in zip(sources, targets):
        if pair[0] and pair[1]:
            pairs.append(tuple([numbers.get(word, UNKNOWN) for word in side] for side, numbers in zip(pair, known)))
    return arrays(pairs)


def generate(count, seed, source_words, target_words):
    """Sentences whose words follow Zipf's law, with the mean lengths of IWSLT15 (20 and 25 words): a target repeats its
    source word by word under other numbers, and some words twice."""
    random = numpy.random.RandomState(seed)
    pairs = []
    for _ in range(count):
        length = int(numpy.clip(random.gamma(2.5, 8.0), 3, LENGTH))
        source = text.zipf(random, length, RESERVED, min(source_words, 17191))  # words of the real text, by its authors
        target = RESERVED + (source - RESERVED) % min(target_words - RESERVED, 7709)
        repeated = numpy.repeat(target, 1 + (random.uniform(size=length) < 0.25))
        pairs.append((list(source), list(repeated)))
    return pairs


def arrays(pairs):
    sources = numpy.full((len(pairs), LENGTH), PADDING, numpy.int64)
    targets = numpy.full((len(pairs), LENGTH + 1), PADDING, numpy.int64)
    for row, (source, target) in enumerate(pairs):
        source = source[:LENGTH][::-1]
        line = [START] + target[:LENGTH - 1] + [END]
        sources[row, LENGTH - len(source):] = source
        targets[row, :len(line)] = line
    return sources, targets
