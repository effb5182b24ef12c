"""Judges documents by a JSON Schema: validate.py SCHEMA DOCUMENTS, the latter a JSON array of texts.

Prints a JSON array with the first fault of each document, or an empty text where there is none.
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    documents = json.load(file)

jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
verdicts = []
for document in documents:
    fault = next(validator.iter_errors(json.loads(document)), None)
    verdicts.append("" if fault is None else f"{fault.json_path}: {fault.message}"[:200])
json.dump(verdicts, sys.stdout)
