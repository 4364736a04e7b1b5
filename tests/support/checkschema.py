#!/usr/bin/env python3
"""checkschema.py SCHEMA [FILE...]: validates JSON (reports, studies, advice) against its schema, and the schema's units.

Exits with 77 if Debian's python3-jsonschema is missing.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    print("Skipped: there is no jsonschema; on Debian install python3-jsonschema.")
    sys.exit(77)

# The word that the name of a value with this unit contains.
WORDS = {"s": "seconds", "ns": "_ns", "J": "joules", "W": "watts", "B": "bytes", "degC": "celsius", "1/s": "_per_second",
         "B/s": "bytes_per_second", "J s": "joule_seconds", "1/J": "_per_joule", "Hz": "hertz", "Wh": "watt_hours", "h": "hours"}


def unit_of(name):
    """The unit in a name; the longest word decides, since "joule_seconds" also contains "seconds"."""
    found = [(len(word), unit) for unit, word in WORDS.items() if word in name]
    return max(found)[1] if found else "1"


def faults_of(schema, path=""):
    """Numbers whose name and unit disagree, and objects that would accept an unknown key."""
    faults = []
    if not isinstance(schema, dict):
        return faults
    for name, value in schema.get("properties", {}).items():
        here = f"{path}.{name}"
        types = value.get("type", [])
        types = [types] if isinstance(types, str) else types
        is_number = "number" in types or "integer" in types
        if is_number and "unit" not in value:
            faults.append(f"{here} has no unit")
        if "unit" in value and path != ".definitions.estimate" and unit_of(name) != value["unit"]:
            faults.append(f"{here} has the unit {value['unit']}, but its name says {unit_of(name)}")
        faults += faults_of(value, here)
    if "properties" in schema and schema.get("additionalProperties", True) is not False:
        faults.append(f"{path} accepts unknown keys")
    for key in ("items", "additionalProperties"):
        faults += faults_of(schema.get(key), path)
    for part in schema.get("oneOf", []):
        faults += faults_of(part, path)
    for name, part in schema.get("definitions", {}).items():
        faults += faults_of(part, f"{path}.definitions.{name}")
    return faults


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    faults = faults_of(schema)
    validator = jsonschema.Draft7Validator(schema)
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            for error in validator.iter_errors(json.load(file)):
                where = ".".join(str(part) for part in error.absolute_path)
                faults.append(f"{name}: {where}: {error.message[:300]}")
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
