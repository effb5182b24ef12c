"""A small REST backend, as somebody might have one: it stores JSON documents and searches them.

    PUT  /{collection}          one document per line
    POST /{collection}/search   {"where": …, "sort": ["-year", "id"], "offset": 0, "limit": 20}

A condition is {"field", "is", "value"}, {"all": […]}, {"any": […]}, {"not": …}, true or false.
"""
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

collections = {}


def values(document, field):
    value = document.get(field)
    found = value if isinstance(value, list) else [value]
    return [one for one in found if one is not None]


def is_same(left, right):
    return isinstance(left, bool) == isinstance(right, bool) and left == right


TESTS = {
    "=": is_same,
    "in": lambda value, wanted: any(is_same(value, one) for one in wanted),
    "<": lambda value, bound: value < bound,
    "<=": lambda value, bound: value <= bound,
    ">": lambda value, bound: value > bound,
    ">=": lambda value, bound: value >= bound,
    "between": lambda value, bounds: bounds[0] <= value <= bounds[1],
    "contains": lambda value, part: part in value,
    "hasPrefix": lambda value, part: value.startswith(part),
    "hasSuffix": lambda value, part: value.endswith(part),
}


def holds(condition, document):
    if isinstance(condition, bool):
        return condition
    if "all" in condition:
        return all(holds(part, document) for part in condition["all"])
    if "any" in condition:
        return any(holds(part, document) for part in condition["any"])
    if "not" in condition:
        return not holds(condition["not"], document)
    present = values(document, condition["field"])
    if condition["is"] == "=" and condition["value"] is None:
        return not present
    return any(TESTS[condition["is"]](value, condition["value"]) for value in present)


def search(documents, request):
    found = [one for one in documents if holds(request["where"], one)]
    for key in reversed(request["sort"]):
        name = key.removeprefix("-")

        def place(document):
            present = values(document, name)
            return (1, present[0]) if present else (0,)

        found.sort(key=place, reverse=key.startswith("-"))
    page = found[request["offset"]:request["offset"] + request["limit"]]
    return {"total": len(found), "items": page}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def body(self):
        return self.rfile.read(int(self.headers["Content-Length"]))

    def reply(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_PUT(self):
        documents = [json.loads(line) for line in self.body().split(b"\n") if line]
        collections[self.path[1:]] = documents
        self.reply(200, {"stored": len(documents)})

    def do_POST(self):
        name = self.path[1:].removesuffix("/search")
        request = json.loads(self.body())
        if name not in collections:
            return self.reply(404, {"error": "there is no collection " + name})
        self.reply(200, search(collections[name], request))

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
