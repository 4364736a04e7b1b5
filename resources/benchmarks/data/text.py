"""Words and vocabularies, which SQuAD and IWSLT15 share."""
import collections
import re

import numpy

_WORD = re.compile(r"\w+|[^\w\s]", re.UNICODE)


def words(text):
    """Words and punctuation marks, in lower case, with their start in the text."""
    return [(match.group().lower(), match.start()) for match in _WORD.finditer(text)]


def vocabulary(lists, size, reserved):
    """The most frequent words -> numbers from `reserved` on, at most `size` numbers in all. Ties are ordered by name."""
    counts = collections.Counter(word for words_ in lists for word in words_)
    ordered = sorted(counts, key=lambda word: (-counts[word], word))[:size - reserved]
    return {word: number + reserved for number, word in enumerate(ordered)}


def zipf(random, size, low, high):
    """`size` numbers of low to high - 1, whose frequencies fall with rank as those of words do (Zipf's law)."""
    ranks = numpy.exp(random.uniform(0, numpy.log(high - low), size)).astype(numpy.int64)
    return low + ranks - 1
