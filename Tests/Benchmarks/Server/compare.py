"""Loads `quire serve` and its peer with the same searches, in turns, and prints what came of it.

    python3 compare.py QUIRE BOOKS [--rounds 3] [--seconds 8] [--connections 64] [--file]

QUIRE is a release build of the program, BOOKS a file of books in HALO's form, one on a line, with `year` and
`averageRating`. Needs wrk, and for the peer a Python with uvicorn (with its fast extras) and starlette. Both servers
have 20 items to a page, a filter of three tests, an order, and a total; the searches differ in years and pages. CPU is
what the server's own processes spent, for each request.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent

SCHEMA = {"quire": 1, "modules": [{"name": "books", "fields": [
    {"name": "title", "type": "text", "sortable": True},
    {"name": "originalTitle", "type": "text"},
    {"name": "authors", "type": "list", "of": "text"},
    {"name": "authorNames", "type": "list", "of": "text"},
    {"name": "year", "type": "integer", "sortable": True},
    {"name": "language", "type": "text"},
    {"name": "isbn", "type": "text"},
    {"name": "averageRating", "type": "number", "sortable": True},
    {"name": "ratingsCount", "type": "integer", "sortable": True},
    {"name": "reviewsCount", "type": "integer"},
    {"name": "editions", "type": "integer"},
    {"name": "cover", "type": "image"}]}]}

LUA = """
local bodies = {}
for line in io.lines("%s") do bodies[#bodies + 1] = line end
local number = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
  number = number %% #bodies + 1
  return wrk.format(nil, nil, nil, bodies[number])
end
done = function(summary, latency, requests)
  io.write(string.format("RESULT %%d %%d %%d %%d %%d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
"""


def searches():
    for year in range(1990, 2010):
        for page in (1, 2, 5):
            yield year, page


def halo(year, page):
    def leaf(operation, name, value):
        return {"operation": operation, "property": name, "value": value, "type": "number"}

    return {"moduleName": "books", "sort": "values.averageRating desc",
            "pagination": {"page": page, "limit": 20, "skip": "false"}, "segmentMode": "partial",
            "searchValues": {"condition": "and", "operands": [
                leaf(">=", "year", year), leaf("<=", "year", year + 5), leaf(">=", "averageRating", 3.8)]}}


def plain(year, page):
    return {"year": [year, year + 5], "rating": 3.8, "page": page, "limit": 20}


def family(pid):
    """A process and all below it."""
    found = [pid]
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found += family(int(path.parent.name))
    return found


def spent(pid):
    """Seconds of CPU, and megabytes resident."""
    seconds = megabytes = 0
    for member in family(pid):
        fields = pathlib.Path(f"/proc/{member}/stat").read_text().rsplit(")", 1)[1].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        megabytes += int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return seconds, megabytes


def ask(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))


def wait(url, body):
    for _ in range(300):
        try:
            return ask(url, body)
        except OSError:
            time.sleep(0.1)
    sys.exit(f"no server at {url}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("quire")
    parser.add_argument("books")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--workers", default="2", help="processes of the peer")
    parser.add_argument("--file", action="store_true", help="keep quire's content in a file")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "books.json").write_text(json.dumps(SCHEMA))
    books = folder / "books.ndjson"
    books.symlink_to(pathlib.Path(options.books).resolve())
    command = [options.quire, "serve", "--schema", str(folder / "books.json"), "--data", str(books), "--port", "18401",
               "--quiet"] + (["--store", str(folder / "books.sqlite")] if options.file else [])
    quire = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peer = subprocess.Popen([sys.executable, "peer.py", str(books), "18402", options.workers], cwd=HERE,
                            env=dict(os.environ, PEER_STORE=str(folder / "peer.sqlite")))
    targets = [("quire serve", quire, "http://127.0.0.1:18401/api/generalcontent/instance/search", halo),
               ("uvicorn", peer, "http://127.0.0.1:18402/search", plain)]
    try:
        for name, _, url, make in targets:
            wait(url, make(1990, 1))
        for year, page in searches():
            responds = [ask(url, make(year, page)) for _, _, url, make in targets]
            ratings = [[item["values"]["averageRating"] for item in response["items"]] for response in responses]
            totals = [response["pagination"]["totalItems"] for response in responses]
            assert ratings[0] == ratings[1] and totals[0] == totals[1], (year, page, totals)
        for name, _, _, make in targets:
            (folder / name).write_text("\n".join(json.dumps(make(*search)) for search in searches()))
            (folder / f"{name}.lua").write_text(LUA % (folder / name))
        for number in range(options.rounds):
            for name, process, url, _ in targets:
                before, _ = spent(process.pid)
                output = subprocess.run(
                    ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "-s", str(folder / f"{name}.lua"), url],
                    capture_output=True, text=True).stdout
                after, memory = spent(process.pid)
                count, duration, p50, p99, errors = map(int, re.search(r"RESULT (.*)", output)[1].split())
                print(f"{name:12} {count / duration * 1e6:8.0f} requests/s  p50 {p50 / 1e3:7.2f} ms  p99 {p99 / 1e3:7.2f} ms"
                      f"  CPU {(after - before) / count * 1e6:6.0f} us/request  {memory:5.0f} MB  errors {errors}", flush=True)
    finally:
        for process in (quire, peer):
            process.send_signal(signal.SIGTERM)
            process.wait(30)


main()
