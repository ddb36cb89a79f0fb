"""Plays rows of calls.json with the packages `dnsimple` and `cloudflare` of PyPI: JSON in, one line of JSON per row out."""
import json
import os
import re
import sys
from functools import partial

import cloudflare
import requests
from dnsimple import Client, DNSimpleException
from dnsimple.struct import (
    CheckRegistrantChangeInput,
    Contact,
    CreateRegistrantChangeInput,
    DomainRegistrationRequest,
    DomainRenewRequest,
    DomainTransferRequest,
)

TIMEOUT = 2

SERVICES = ["identity", "accounts", "tlds", "contacts", "domains", "registrar"]
WITHOUT_ACCOUNT = r"^(whoami|list_accounts|list_tlds|get_tld.*)$"
INPUTS = {
    "create_contact": Contact.new,
    "update_contact": Contact.new,
    "register_domain": DomainRegistrationRequest,
    "renew_domain": DomainRenewRequest,
    "transfer_domain": DomainTransferRequest,
    "check_registrant_change": CheckRegistrantChangeInput,
    "create_registrant_change": CreateRegistrantChangeInput,
}
# Names that differ from those of the other clients.
RENAMED = {"authorize_domain_transfer_out": "transfer_domain_out"}


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def options(given):
    """List calls take the filters apart from sorting and pages."""
    known = {name: given.pop(name) for name in ("sort", "page", "per_page") if name in given}
    return {**known, **({"filter": given} if given else {})}


def dnsimple(row):
    client = Client(access_token=row["token"], base_url=row["base_url"] + "/")
    # The client does not read the variable.
    client.session.verify = os.environ["REQUESTS_CA_BUNDLE"]
    # The client has no timeout of its own.
    client.session.send = partial(client.session.send, timeout=TIMEOUT)
    name = snake(row["call"])
    services = [getattr(client, service) for service in SERVICES]
    renamed = RENAMED.get(name, name)
    method = next((getattr(service, renamed) for service in services if hasattr(service, renamed)), None)
    if method is None:
        return {"missing": True}
    args = [] if re.match(WITHOUT_ACCOUNT, name) else [row["account"]]
    named = {}
    for arg in row["args"]:
        if name in INPUTS and isinstance(arg, dict):
            args.append(INPUTS[name](**arg))
        elif isinstance(arg, dict):
            named = options(arg)
        else:
            args.append(arg)
    response = method(*args, **named)
    return {"data": plain(response.data)}


def plain(value):
    """Objects of the client as JSON."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    if hasattr(value, "__dict__"):
        return {name: plain(each) for name, each in vars(value).items()}
    return value


def cloudflare_call(row):
    client = cloudflare.Cloudflare(
        api_token=row["token"], base_url=row["base_url"], timeout=TIMEOUT, max_retries=0
    )
    target = client
    for part in row["call"].split("."):
        target = getattr(target, snake(part))
    positional = [arg for arg in row["args"] if isinstance(arg, str)]
    params = next((arg for arg in row["args"] if isinstance(arg, dict)), {})
    if row["call"] not in ("user.tokens.verify", "accounts.list"):
        params["account_id"] = row["account"]
    answer = target(*positional, **params)
    if hasattr(answer, "_get_page_items"):
        return {"data": [each.to_dict(mode="json") for each in answer._get_page_items()]}
    return {"data": answer.to_dict(mode="json")}


def play(row):
    try:
        return dnsimple(row) if row["facade"] == "dnsimple" else cloudflare_call(row)
    except DNSimpleException as error:
        return {"error": {"status": error.status, "fields": list(error.attribute_errors or {})}}
    except cloudflare.APIStatusError as error:
        codes = [each["code"] for each in error.body["errors"]]
        return {"error": {"status": error.status_code, "codes": codes}}
    except (requests.RequestException, cloudflare.APIConnectionError, json.JSONDecodeError):
        return {"error": {"status": None}}
    except Exception as error:
        return {"missing": True} if "unexpected keyword" in str(error) else {"crash": repr(error)}


for line in sys.stdin:
    print(json.dumps(play(json.loads(line))), flush=True)
