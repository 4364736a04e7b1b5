"""SQuAD 1.1 (Rajpurkar et al., 2016): questions on paragraphs of Wikipedia; the answer is a span of the paragraph.

SHA-256 of train-v1.1.json and dev-v1.1.json as ParlAI lists them.
"""
import io
import json

import numpy

from . import DataError, Source, check_folder, checked, generated, present, text

NAME = "SQuAD 1.1"
HASHES = {
    "train-v1.1.json": "3527663986b8295af4f7fcdff1ba1ff3f72d07d61a20f487cb238a6ef92fd955",
    "dev-v1.1.json": "95aa6a52d5d6a735563366753ca50492a658031da74f301ac5238b03966972c9",
}
VOCABULARY = 30522  # of BERT base, uncased
LENGTH, QUESTION = 384, 64  # as in BERT's run_squad
PADDING, UNKNOWN, FIRST, SEPARATOR, RESERVED = 0, 1, 2, 3, 4
GENERATED = 512


def load(folder, seed):
    """(tokens (N, 384) int64, segments (N, 384) int64, spans (N, 2) int64: first and last token of the answer,
    Source). Words are numbered by frequency: BERT's own WordPiece vocabulary is not used."""
    check_folder(folder)
    for name in sorted(HASHES, reverse=True):
        path = present(folder, name)
        if path is not None:
            checked(path, "sha256", [HASHES[name]])
            with io.open(path, encoding="utf-8") as file:
                return encode(json.load(file)) + (Source(NAME, True, path),)
    return generate(GENERATED, seed) + (generated(NAME, folder, " or ".join(sorted(HASHES)),
                                                  "%d paragraphs of random words" % GENERATED),)


def encode(squad):
    """The parsed file as arrays; answers beyond the length are left out, as are questions of which the span is lost."""
    found = []
    for article in squad["data"]:
        for paragraph in article["paragraphs"]:
            context = text.words(paragraph["context"])
            for asked in paragraph["qas"]:
                answer = asked["answers"][0] if asked["answers"] else None
                if answer is not None:
                    end = answer["answer_start"] + len(answer["text"])
                    span = [i for i, (_, at) in enumerate(context) if answer["answer_start"] <= at < end]
                    if span:
                        found.append(([word for word, _ in text.words(asked["question"])], context, span[0], span[-1]))
    if not found:
        raise DataError("The SQuAD file contains no questions with answers.")
    numbers = text.vocabulary(([word for word, _ in context] + asked for asked, context, _, _ in found), VOCABULARY,
                              RESERVED)
    rows = []
    for asked, context, first, last in found:
        question = [numbers.get(word, UNKNOWN) for word in asked[:QUESTION]]
        passage = [numbers.get(word, UNKNOWN) for word, _ in context]
        rows.append((question, passage, first, last))
    return arrays(rows)


def generate(count, seed):
    """Paragraphs whose words follow Zipf's law, with the lengths of SQuAD (a mean of 120 words, questions of 11); the
    answer begins at the word that the question ends with."""
    random = numpy.random.RandomState(seed)
    rows = []
    for _ in range(count):
        passage = text.zipf(random, int(numpy.clip(random.normal(140, 55), 30, 300)), RESERVED, VOCABULARY)
        first = random.randint(len(passage) - 5)
        question = numpy.append(text.zipf(random, random.randint(6, 16), RESERVED, VOCABULARY), passage[first])
        rows.append((list(question), list(passage), first, first + random.randint(5)))
    return arrays(rows)


def arrays(rows):
    tokens = numpy.full((len(rows), LENGTH), PADDING, numpy.int64)
    segments = numpy.zeros((len(rows), LENGTH), numpy.int64)
    spans = numpy.zeros((len(rows), 2), numpy.int64)
    kept = 0
    for question, passage, first, last in rows:
        head = [FIRST] + question + [SEPARATOR]
        if len(head) + last >= LENGTH - 1:
            continue
        line = (head + passage)[:LENGTH - 1] + [SEPARATOR]
        tokens[kept, :len(line)] = line
        segments[kept, len(head):len(line)] = 1
        spans[kept] = len(head) + first, len(head) + last
        kept += 1
    return tokens[:kept], segments[:kept], spans[:kept]
