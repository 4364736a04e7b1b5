"""The table of models, read from models.json."""
import difflib
import io
import json
import os

_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models.json")


class Row(object):
    """One model: name, title, family (the module in models/), domain, layers, dominant, data, frameworks, trained,
    paper (the row of Table II as printed) and literature (published parameters and multiply-adds, with their source)."""

    def __init__(self, values):
        self.values = values
        self.__dict__.update(values)


class UnknownModel(Exception):
    """The message is for the user."""


def rows():
    with io.open(_FILE, encoding="utf-8") as file:
        return [Row(values) for values in json.load(file)["models"]]


def find(name):
    """The row of a model; raises UnknownModel with a suggestion."""
    known = {row.name: row for row in rows()}
    plain = "".join(c for c in name.lower() if c.isalnum())
    for row in known.values():
        if plain in (row.name.replace("_", ""), "".join(c for c in row.title.lower() if c.isalnum())):
            return row
    near = difflib.get_close_matches(name.lower(), list(known), n=3, cutoff=0.5)
    hint = "did you mean %s?" % " or ".join(near) if near else "choose one of %s." % ", ".join(sorted(known))
    raise UnknownModel("There is no model '%s': %s" % (name[:80], hint))
