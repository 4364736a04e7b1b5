"""What is known about a model: the study's row, the literature's figures, and those of the network that is built here."""
from . import training, work


def describe(row, built=True):
    """A dictionary (the JSON of `describe`). built: also builds the network, which needs PyTorch and its memory."""
    result = {key: row.values[key] for key in (
        "name", "title", "domain", "layers", "dominant", "data", "frameworks", "variant", "paper", "literature")}
    if built:
        torch = training.load_framework("torch")
        model = training.model_of(row)
        result["built"] = {
            "trained": figures(torch, model, False),
            "literature_variant": figures(torch, model, True),
        }
    return result


def figures(torch, model, literature):
    network = model.network(literature)
    return {"parameters": work.parameters(network),
            "multiply_adds": work.multiply_adds(torch, network, model.example(literature))}


def amount(number):
    for limit, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= limit:
            return "%.4g %s" % (number / limit, unit)
    return "%g" % number


def text(description):
    """The lines of `describe`."""
    paper, literature = description["paper"], description["literature"]
    lines = [
        "%s (%s): %s, %s" % (description["title"], description["name"], description["domain"], description["data"]),
        "  trained here      %s; %s" % (description["variant"]["trained"], ", ".join(description["frameworks"])),
    ]
    built = description.get("built")
    if built:
        lines.append("                    " + _figures(built["trained"]))
    lines.append("  literature        %s: %s" % (description["variant"]["literature"], _published(literature)))
    lines.append("                    %s" % literature["source"])
    if built:
        lines.append("  built for that    " + _figures(built["literature_variant"]))
    lines.append("  study, Table II   %d layers, mostly %s; FLOPs %s, parameters %s; trains on a TX2: %s" % (
        description["layers"], description["dominant"], paper["flops"], paper["parameters"],
        "yes" if paper["trains"] else "no"))
    if paper["note"]:
        lines.append("                    " + paper["note"])
    return "\n".join(lines)


def _figures(values):
    return "{:,} parameters, {} multiply-adds a sample (forward)".format(
        values["parameters"], amount(values["multiply_adds"]))


def _published(literature):
    operations = literature["multiply_adds"]
    return "{} parameters, {}".format(
        "{:,}".format(literature["parameters"]) if literature["parameters_within"] == 0
        else amount(literature["parameters"]),
        "%s multiply-adds" % amount(operations) if operations else "no published FLOPs")
