"""The second oracle: what filters mean, written once more, in another language, by the page and not by the Swift code.

Reads a file {"fields": {name: kind}, "metadata": {name: kind}, "documents": [...], "queries": [...], "orders": [...]}
and prints {"queries": [[id, ...], ...], "orders": [[[id, ...], ...], ...]} (an order is a list of groups of equals).
With "countings": [{"query": query, "refinements": [{"field": name, "tree": tree}], "facets": [{"field": name,
"disjunctive": bool}]}] it prints "countings" too: for each a list of {"counts": [[value, count], ...], "statistics":
{count, minimum, maximum, sum, magnitude} or null}, all values, the most frequent first.
Only the standard library.

Kinds: text integer number boolean ms seconds rfc3339 dateOnly place relation opaque object localized, "list <kind>".
A query: {"values": tree or absent, "metadata": tree or absent}.
A tree: {"and": [...]}, {"or": [...]}, {"not": tree}, {"op": "=", "property": name, "value": value}.
A value: null, {"s": text}, {"i": "123"}, {"n": "bits of the double as hexadecimal"}, {"b": true}, {"d": "ms"}, {"l": [...]}.
"""

import datetime
import functools
import json
import math
import re
import struct
import sys

EARTH = 6371008.8
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


def whole(x):
    """The 64-bit integer that a JSON number is; None otherwise."""
    if not is_number(x) or (isinstance(x, float) and not x.is_integer()):
        return None
    return int(x) if -(2**63) <= x < 2**63 else None


def since_epoch(moment):
    delta = moment - EPOCH
    return (delta.days * 86400 + delta.seconds) * 1000 + delta.microseconds // 1000


def date_only(x):
    if not isinstance(x, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", x):
        return None
    try:
        day = datetime.date.fromisoformat(x)
    except ValueError:
        return None
    return (day - EPOCH.date()).days * 86400000


def rfc3339(x):
    if not isinstance(x, str):
        return None
    match = re.fullmatch(
        r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})([.][0-9]{1,9})?(Z|z|[+-][0-9]{2}:[0-9]{2})", x)
    if not match:
        return None
    day, hour, minute, second, fraction, zone = match.groups()
    start = date_only(day)
    hour, minute, second = int(hour), int(minute), int(second)
    if start is None or hour > 23 or minute > 59 or second > 60:
        return None
    offset = 0
    if zone not in "Zz":
        hours, minutes = int(zone[1:3]), int(zone[4:6])
        if hours > 23 or minutes > 59:
            return None
        offset = (hours * 60 + minutes) * (-1 if zone[0] == "-" else 1)
    milliseconds = (int((fraction or ".0")[1:].ljust(9, "0")) + 500000) // 1000000
    return start + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds


def scaled(x, factor):
    if not is_number(x):
        return None
    if isinstance(x, int):
        x = x * factor
        return x if -(2**63) <= x < 2**63 else None
    x = x * factor
    return int(math.copysign(math.floor(abs(x) + 0.5), x)) if -(2.0**63) <= x < 2.0**63 else None


def place(x):
    if isinstance(x, list) and len(x) in (2, 3) and all(is_number(n) for n in x):
        longitude, latitude = x[:2]
    elif isinstance(x, dict):
        latitude = x.get("lat", x.get("latitude"))
        longitude = x.get("lng", x.get("lon", x.get("longitude")))
    else:
        return None
    if is_number(latitude) and is_number(longitude) and -90 <= latitude <= 90 and -180 <= longitude <= 180:
        return (float(latitude), float(longitude))
    return None


def related(x):
    if isinstance(x, dict):
        x = x.get("id")
    return x if isinstance(x, str) else None


OPAQUE = object()
READ = {
    "text": lambda x: x.encode() if isinstance(x, str) else None,
    "relation": lambda x: related(x).encode() if related(x) is not None else None,
    "integer": whole,
    "number": lambda x: float(x) if is_number(x) else None,
    "boolean": lambda x: x if isinstance(x, bool) else None,
    "ms": lambda x: scaled(x, 1),
    "seconds": lambda x: scaled(x, 1000),
    "rfc3339": rfc3339,
    "dateOnly": date_only,
    "place": place,
    "opaque": lambda x: OPAQUE,
    "object": lambda x: OPAQUE if isinstance(x, dict) else None,
    "localized": lambda x: OPAQUE if isinstance(x, (dict, str)) else None,
}


def values(raw, kind):
    """No value, one, or those of a list."""
    if kind.startswith("list "):
        if not isinstance(raw, list):
            return []
        return [value for element in raw for value in values(element, kind[5:])]
    if raw is None:
        return []
    value = READ[kind](raw)
    return [] if value is None else [value]


def operand(value):
    if value is None:
        return None
    (tag, content), = value.items()
    if tag == "s":
        return content.encode()
    if tag in "id":
        return int(content)
    if tag == "n":
        return struct.unpack(">d", bytes.fromhex(content))[0]
    if tag == "b":
        return content
    return [operand(element) for element in content]


def lower(text):
    """Character by character: no rule for a final sigma."""
    return "".join(character.lower() for character in text.decode()).encode()


def distance(a, b):
    (p1, l1), (p2, l2) = [[math.radians(degrees) for degrees in x] for x in (a, b)]
    h = math.sin((p2 - p1) / 2) ** 2 + math.cos(p1) * math.cos(p2) * math.sin((l2 - l1) / 2) ** 2
    return 2 * EARTH * math.asin(min(1.0, math.sqrt(h)))


def inside(x, box):
    south, west, north, east = box
    latitude, longitude = x
    if not south <= latitude <= north:
        return False
    if west <= east:
        return west <= longitude <= east
    return longitude >= west or longitude <= east


MEETS = {
    "=": lambda x, v: x == v,
    "in": lambda x, v: x in v,
    ">": lambda x, v: x > v,
    ">=": lambda x, v: x >= v,
    "<": lambda x, v: x < v,
    "<=": lambda x, v: x <= v,
    "between": lambda x, v: v[0] <= x <= v[1],
    "like": lambda x, v: lower(v) in lower(x),
    "contains": lambda x, v: v in x,
    "hasPrefix": lambda x, v: x.startswith(v),
    "hasSuffix": lambda x, v: x.endswith(v),
    "near": lambda x, v: distance(x, v[:2]) <= v[2],
    "within": inside,
}


def leaf(tree, document, kinds):
    found = values(document.get(tree["property"]), kinds[tree["property"]])
    operation, value = tree["op"], operand(tree["value"])
    if operation.startswith("!"):
        return not leaf({**tree, "op": operation[1:]}, document, kinds)
    if value is None:
        assert operation == "="
        return not found
    return any(MEETS[operation](x, value) for x in found)


def holds(tree, document, kinds):
    if "and" in tree:
        return all(holds(operand, document, kinds) for operand in tree["and"])
    if "or" in tree:
        return any(holds(operand, document, kinds) for operand in tree["or"])
    if "not" in tree:
        return not holds(tree["not"], document, kinds)
    return leaf(tree, document, kinds)


def groups(order, documents, inputs):
    """The documents' ids in order, as groups of equals."""
    def key(document, part):
        table = inputs["metadata"] if part["metadata"] else inputs["fields"]
        source = document if part["metadata"] else (document.get("values") or {})
        found = values(source.get(part["property"]), table[part["property"]])
        return min(found) if found else None

    def compare(a, b):
        for part in order:
            x, y = key(a, part), key(b, part)
            descending = part["descending"]
            nulls_first = part["nulls"] == "first" if part["nulls"] else not descending
            if x is None or y is None:
                if x is None and y is None:
                    continue
                return -1 if (x is None) == nulls_first else 1
            if x != y:
                return -1 if (x < y) != descending else 1
        return 0

    result = []
    for document in sorted(documents, key=functools.cmp_to_key(compare)):
        if result and compare(result[-1][-1], document) == 0:
            result[-1].append(document)
        else:
            result.append([document])
    return [[document["id"] for document in group] for group in result]


def tagged(value):
    """A value in the form of the queries' values; dates are integers here."""
    if isinstance(value, bytes):
        return {"s": value.decode()}
    if isinstance(value, bool):
        return {"b": value}
    if isinstance(value, int):
        return {"i": str(value)}
    return {"n": struct.pack(">d", value + 0.0).hex()}


def matches(query, document, inputs):
    if "values" in query and not holds(query["values"], document.get("values") or {}, inputs["fields"]):
        return False
    return "metadata" not in query or holds(query["metadata"], document, inputs["metadata"])


def facet(field, counting, disjunctive, inputs):
    """The facet's values with their counts, over the documents that the query and its refinements leave."""
    counts = {}
    for document in inputs["documents"]:
        own = document.get("values") or {}
        trees = [r["tree"] for r in counting["refinements"] if not (disjunctive and r["field"] == field)]
        if matches(counting["query"], document, inputs) and all(holds(t, own, inputs["fields"]) for t in trees):
            for value in set(values(own.get(field), inputs["fields"][field])):
                counts[value] = counts.get(value, 0) + 1
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    statistics = None
    if counts and all(is_number(value) for value in counts):
        statistics = {
            "count": sum(counts.values()), "minimum": float(min(counts)), "maximum": float(max(counts)),
            "sum": finite(sum(float(value) * count for value, count in ordered)),
            "magnitude": finite(sum(abs(float(value)) * count for value, count in ordered)),
        }
    return {"counts": [[tagged(value), count] for value, count in ordered], "statistics": statistics}


def finite(number):
    return number if math.isfinite(number) else None


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        inputs = json.load(file)
    found = []
    for query in inputs["queries"]:
        ids = []
        for document in inputs["documents"]:
            if matches(query, document, inputs):
                ids.append(document["id"])
        found.append(ids)
    orders = [groups(order, inputs["documents"], inputs) for order in inputs["orders"]]
    countings = [
        [facet(f["field"], counting, f["disjunctive"], inputs) for f in counting["facets"]]
        for counting in inputs.get("countings", [])
    ]
    json.dump({"queries": found, "orders": orders, "countings": countings}, sys.stdout)


main()
