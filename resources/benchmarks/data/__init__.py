"""The data of the trainings: the real set where the folder of --data has it, else generated data of its shape.

To add a data set: a module with load(folder, seed) that returns the data and a Source. Real files are used only after
checked() has compared their hash; a folder without the files gives generated data, a folder with wrong files an error.
"""
import hashlib
import os


class DataError(Exception):
    """The real data cannot be used; the message is for the user."""


class Source(object):
    """Where the data of a training come from: name of the set, and whether they are real."""

    def __init__(self, name, real, detail):
        self.name, self.real, self.detail = name, real, detail

    def __str__(self):
        return "%s (%s: %s)" % (self.name, "real" if self.real else "generated", self.detail)


def generated(name, folder, wanted, detail):
    """The Source of generated data; says what was looked for if a folder was given."""
    missing = "" if folder is None else "; %s has no %s" % (folder, wanted)
    return Source(name, False, detail + missing)


def present(folder, *names):
    """The path of the first of the files that exists below the folder, or None."""
    for name in names if folder is not None else ():
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    return None


def check_folder(folder):
    if folder is not None and not os.path.isdir(folder):
        raise DataError("The data folder %s does not exist; give another one with --data, or none to train on "
                        "generated data." % folder)


def checked(path, algorithm, digests):
    """The path, if its hash is one of `digests`; else raises DataError."""
    state = hashlib.new(algorithm)
    try:
        with open(path, "rb") as file:
            for block in iter(lambda: file.read(1 << 20), b""):
                state.update(block)
    except (IOError, OSError) as error:
        raise DataError("%s cannot be read (%s); give another folder with --data." % (path, error))
    if state.hexdigest() not in digests:
        raise DataError("%s is not the published file: its %s is %s, expected %s. Download it again, or remove it to "
                        "train on generated data." % (path, algorithm.upper(), state.hexdigest(), " or ".join(digests)))
    return path
