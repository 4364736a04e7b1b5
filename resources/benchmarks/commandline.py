"""The command line: list, describe, train, accuracy-over-days. Errors are one line on standard error.

Exit: 0 done; 1 failed; 2 wrong usage, or data that cannot be used; 3 the framework is missing; 4 out of memory.
"""
import argparse
import json
import os
import sys

from . import data, table

USAGE = 2
MOST = 10 ** 9
MOST_SEED = 2 ** 31 - 1  # NumPy takes 32 bits, and some data sets add a little to the seed


def positive(text):
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST:
        raise argparse.ArgumentTypeError("'%s' is not a number of 1 or more" % text[:40])
    return number


class Parser(argparse.ArgumentParser):
    """Prints errors without the usage, in one line."""

    def error(self, message):
        self.exit(USAGE, "%s: %s; see %s --help\n" % (self.prog, message, self.prog))


def seconds(text):
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= MOST:
        raise argparse.ArgumentTypeError("'%s' is not a time in seconds" % text[:40])
    return number


def seed(text):
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= MOST_SEED:
        raise argparse.ArgumentTypeError("'%s' is not a seed: a number from 0 to %d" % (text[:40], MOST_SEED))
    return number


def share(text):
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError("'%s' is not a share: a number from 0 to 1" % text[:40])
    return number


def parser():
    result = Parser(prog="python3 -m benchmarks", description="The models of the study, trained on this computer.")
    commands = result.add_subparsers(dest="command", metavar="COMMAND")
    commands.required = True
    part = commands.add_parser("list", help="the models")
    part.add_argument("--json", action="store_true", help="as JSON, without building the models")
    part = commands.add_parser("describe", help="variant, parameters and operations of a model, with their sources")
    part.add_argument("model", metavar="MODEL")
    part.add_argument("--json", action="store_true")
    part = commands.add_parser("train", help="train a model")
    part.add_argument("model", metavar="MODEL")
    part.add_argument("--batch", type=positive, default=32, metavar="N", help="samples a step (default: %(default)s)")
    part.add_argument("--steps", type=positive, default=100, metavar="N", help="at least (default: %(default)s)")
    part.add_argument("--seconds", type=seconds, default=0, metavar="S",
                      help="at least, after the first three steps: more steps than --steps where they are short "
                           "(default: %(default)s)")
    part.add_argument("--report-every", type=positive, default=10, metavar="N",
                      help="steps between reports of the metrics; reading one waits for the GPU (default: %(default)s)")
    part.add_argument("--data", metavar="DIR", help="folder with the real data; without it, data are generated")
    part.add_argument("--seed", type=seed, default=1, metavar="N", help="of weights, order and generated data")
    part.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="of PyTorch")
    part.add_argument("--framework", choices=("torch", "tensorflow"), default="torch")
    part = commands.add_parser("accuracy-over-days", help="train a model further with a few new images each day")
    part.add_argument("model", metavar="MODEL", nargs="?", default="densenet40", help="(default: %(default)s)")
    part.add_argument("--batch", type=positive, default=16, metavar="N", help="samples a step (default: %(default)s)")
    part.add_argument("--days", type=positive, default=17, metavar="N", help="(default: %(default)s)")
    part.add_argument("--images", type=positive, default=64, metavar="N", help="new ones a day (default: %(default)s)")
    part.add_argument("--held-out", type=positive, default=1000, metavar="N",
                      help="images that measure the accuracy (default: %(default)s)")
    part.add_argument("--start", type=share, default=0.6, metavar="SHARE",
                      help="accuracy at which the first training ends (default: %(default)s)")
    part.add_argument("--first-steps", type=positive, default=1000, metavar="N",
                      help="most steps of the first training, with batch 64 (default: %(default)s)")
    part.add_argument("--data", metavar="DIR", help="folder with CIFAR-10; without it, images are generated")
    part.add_argument("--seed", type=seed, default=1, metavar="N", help="of weights, order and generated data")
    part.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    return result


def list_models(options):
    if options.json:
        print(json.dumps({"models": [row.values for row in table.rows()]}, indent=1, sort_keys=True))
        return
    for row in table.rows():
        print("%-13s %-16s %-27s %-14s %s" % (row.name, row.title, row.domain, row.data, ", ".join(row.frameworks)))


def describe(options):
    from . import description

    result = description.describe(table.find(options.model))
    print(json.dumps(result, indent=1, sort_keys=True) if options.json else description.text(result))


def train(options):
    from . import training

    row = table.find(options.model)
    if options.framework not in row.frameworks:
        raise table.UnknownModel("%s is not available for TensorFlow; there, choose one of %s." % (
            row.name, ", ".join(other.name for other in table.rows() if options.framework in other.frameworks)))
    training.train(row, options)


def accuracy_over_days(options):
    from . import days

    days.run(options)


COMMANDS = {"list": list_models, "describe": describe, "train": train, "accuracy-over-days": accuracy_over_days}


def main(words):
    options = parser().parse_args(words)
    from .training import TrainingError

    try:
        COMMANDS[options.command](options)
        sys.stdout.flush()
        return 0
    except BrokenPipeError:
        # As of `list | head`: the reader has what it wants. Python would fail again when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except table.UnknownModel as error:
        return fail(error, USAGE)
    except TrainingError as error:
        return fail(error, error.status)
    except KeyboardInterrupt:
        return fail("Interrupted.", 130)
    except Exception as error:
        if isinstance(error, data.DataError):
            return fail(error, USAGE)
        raise


def fail(message, status):
    sys.stderr.write("benchmarks: %s\n" % " ".join(str(message).split()))
    return status
