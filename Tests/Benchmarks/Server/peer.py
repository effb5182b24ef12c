"""The peer of the server's benchmark: the same search over SQLite, on uvicorn and Starlette.

It responds POST /search with {"year": [from, to], "rating": least, "page": n, "limit": n}: books of those years with at
least that rating, best first, with the total, in the page form that `quire serve` has. Items are kept as the JSON that
is answered, beside indexed columns for the filter and the order, so that nothing is encoded at run time.

    python3 peer.py books.ndjson PORT WORKERS
"""

import json
import os
import sqlite3
import sys

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

PATH = os.environ.get("PEER_STORE", "peer.sqlite")
connection = None


def load(lines):
    if os.path.exists(PATH):
        os.remove(PATH)
    with sqlite3.connect(PATH) as store:
        store.execute("PRAGMA journal_mode = WAL")
        store.execute("CREATE TABLE book (id TEXT PRIMARY KEY, year INTEGER, rating REAL, json TEXT NOT NULL)")
        for line in open(lines, encoding="utf-8"):
            item = json.loads(line)
            values = item["values"]
            store.execute(
                "INSERT INTO book VALUES (?, ?, ?, ?)",
                (item["id"], values.get("year"), values.get("averageRating"), line.strip()))
        store.execute("CREATE INDEX book_year ON book (year)")
        store.execute("CREATE INDEX book_rating ON book (rating)")


async def search(request):
    global connection
    if connection is None:
        connection = sqlite3.connect(PATH)
    asked = json.loads(await request.body())
    page, limit = asked["page"], asked["limit"]
    where = "year >= ? AND year <= ? AND rating >= ?"
    values = (asked["year"][0], asked["year"][1], asked["rating"])
    total = connection.execute(f"SELECT count(*) FROM book WHERE {where}", values).fetchone()[0]
    rows = connection.execute(
        f"SELECT json FROM book WHERE {where} ORDER BY rating DESC, id DESC LIMIT ? OFFSET ?",
        values + (limit, (page - 1) * limit))
    head = {"page": page, "limit": limit, "offset": (page - 1) * limit, "totalItems": total,
            "totalPages": (total + limit - 1) // limit}
    body = '{"pagination":' + json.dumps(head) + ',"items":[' + ",".join(row[0] for row in rows) + "]}"
    return Response(body, media_type="application/json")


app = Starlette(routes=[Route("/search", search, methods=["POST"])])

if __name__ == "__main__":
    import uvicorn

    load(sys.argv[1])
    uvicorn.run("peer:app", host="127.0.0.1", port=int(sys.argv[2]), workers=int(sys.argv[3]),
                log_level="critical", access_log=False)
