"""Prints what verify.py makes of each vector: python3 verify_vectors.py FOLDER, which has verify.py and vectors.json."""

import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(folder))

from verify import VerificationError, verify  # noqa: E402


def outcome(vector):
    try:
        body = vector["body"].encode()
        event = verify(vector["secrets"], vector["headers"], body, vector["now"])
        return "ok" if event == {**json.loads(body), "id": event["id"]} else "another event"
    except VerificationError as error:
        return error.reason
    except ValueError:
        return "invalid_secret"


vectors = json.loads((folder / "vectors.json").read_bytes())
print(json.dumps([outcome(vector) for vector in vectors]))
