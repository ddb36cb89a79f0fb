"""A shop that sells domains. It is correct unless BUG names one of the bugs in ../README.md."""

import base64
import hashlib
import hmac
import json
import os
import re
import threading
import time
import uuid
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

API = urlsplit(os.environ["NAMEYARD_URL"])
HEADERS = {
    "Accept": "application/json",
    "Authorization": "Bearer " + os.environ["NAMEYARD_KEY"],
    "Content-Type": "application/json",
    "X-Tenant": os.environ["NAMEYARD_TENANT"],
}
SECRET = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
PORT = int(os.environ.get("PORT", "4000"))
BUG = os.environ.get("BUG")

MAX_ATTEMPTS = 3
TIMEOUT = 5
FIRST_PAUSE = 0.15
TOLERANCE = 300

purchases = {}
handled_events = set()
# Held while purchases change, but not during calls.
state_lock = threading.RLock()


class Purchase:
    def __init__(self, key, kind, domain, years, email):
        self.key, self.kind, self.domain, self.years, self.email = key, kind, domain, years, email
        self.status, self.order, self.is_paid = "open", None, False
        self.charges, self.refunds, self.mails = 0, 0, []
        # Held by the request that buys; others with the same token wait for it.
        self.lock = threading.Lock()


class Refused(Exception):
    """The registrar has refused a call, and will refuse it again."""

    def __init__(self, status, code):
        super().__init__(code)
        self.status = status


class Unavailable(Exception):
    """The result is not known, or a later attempt can succeed."""


class Answer:
    def __init__(self, status=0, data=None, code=None, retry_after=0.0):
        self.status, self.data, self.code, self.retry_after = status, data, code, retry_after

    @property
    def is_temporary(self):
        return self.status in (0, 408, 429) or self.status >= 500 or self.code == "IDEMPOTENCY_IN_PROGRESS"


def send(operation, body, key):
    """Send a request once. The status is 0 if there was no complete answer."""
    connection = HTTPConnection(API.hostname, API.port, timeout=TIMEOUT)
    try:
        headers = {**HEADERS, "X-Idempotency-Key": key}
        connection.request("POST", f"{API.path}/sandbox/domains/{operation}", json.dumps(body), headers)
        response = connection.getresponse()
        answer = json.loads(response.read())
        code = (answer.get("error") or {}).get("code")
        return Answer(response.status, answer.get("data"), code, float(response.headers.get("Retry-After", 0)))
    except (OSError, HTTPException, ValueError):
        return Answer()
    finally:
        connection.close()


def call(purchase, operation, body_of):
    """Repeat a call with the same key until it succeeds, is refused, or was tried often enough."""
    for attempt in range(MAX_ATTEMPTS):
        key = purchase.key
        if attempt > 0 and BUG == "new-reference" and operation == "checkout":
            key += f"-{attempt}"
        if attempt > 0 and BUG == "renewed-twice" and purchase.kind == "renewal":
            raise ConnectionError("the whole renewal begins again")
        answer = send(operation, body_of(key), f"{operation}-{key}")
        if 200 <= answer.status < 300:
            return answer
        if operation == "checkout" and answer.status == 0 and BUG == "timeout-declined":
            raise Refused(402, "TIMEOUT")
        if operation == "checkout" and answer.status >= 500 and BUG == "error-declined":
            raise Refused(402, answer.code)
        if not answer.is_temporary and not (answer.code == "DOMAIN_TAKEN" and BUG == "taken-retried"):
            raise Refused(answer.status, answer.code)
        pause = FIRST_PAUSE * 2**attempt
        time.sleep(0.05 if BUG == "retry-after-ignored" else max(pause, answer.retry_after))
    raise Unavailable


def buy(kind, form):
    """Buy once per token: another click waits for the first, and a later one gets its result."""
    token = str(uuid.uuid4()) if BUG == "token-ignored" else form["token"]
    key = f"{kind}-{token}"
    years = 1 if BUG == "one-year" else int(form["years"])
    new = Purchase(key, kind, form["domain"].strip().lower(), years, form.get("email", ""))
    with state_lock:
        purchase = purchases.setdefault(key, new)
    if BUG == "double-click":
        if purchase.status == "open":
            pay(purchase)
        return purchase
    with purchase.lock:
        if purchase.status == "open":
            pay(purchase)
    return purchase


def pay(purchase, rounds=MAX_ATTEMPTS):
    if BUG == "early-mail":
        purchase.mails.append("receipt")
    terms = {"domain": purchase.domain, "years": purchase.years}
    owner = {"first_name": "Ada", "last_name": "Lovelace", "email": purchase.email}
    try:
        if purchase.order is None:
            if purchase.kind == "renewal":
                purchase.order = call(purchase, "renew", lambda _: terms).data
            else:
                purchase.order = call(purchase, "order", lambda _: {**terms, "owner": owner}).data
        order_id = purchase.order["order_id"]
        checkout = lambda key: {"order_id": order_id, "payment": {"method": "test", "reference": key}}
        answer = call(purchase, "checkout", checkout)
    except ConnectionError:
        purchase.key, purchase.order = purchase.key + "-again", None
        if rounds == 1:
            raise Unavailable from None
        return pay(purchase, rounds - 1)
    except Refused as refusal:
        purchase.status, purchase.refusal = "refused", refusal.status
        return
    with state_lock:
        settle(purchase, "pending" if answer.status == 202 else "registered")


def settle(purchase, status):
    """Take the money of the customer once. A webhook can come before the answer to the payment."""
    if not purchase.is_paid or BUG == "double-click":
        purchase.is_paid = True
        purchase.charges += 1
        if BUG != "early-mail":
            purchase.mails.append("receipt")
    if purchase.status == "open":
        purchase.status = status


def handle(event_id, event):
    if event_id in handled_events and BUG != "duplicate-mail":
        return
    handled_events.add(event_id)
    order_id = event["data"].get("order_id")
    bought = (one for one in purchases.values() if one.order and one.order["order_id"] == order_id)
    purchase = next(bought, None)
    if purchase is None:
        return
    if event["type"] in ("domain.registered", "domain.renewed"):
        if not purchase.is_paid:
            settle(purchase, "registered")
        purchase.status = "registered"
        purchase.mails.append("confirmation")
    elif event["type"] == "domain.registration_failed" and BUG != "failure-ignored":
        if not purchase.is_paid:
            settle(purchase, "failed")
        purchase.status = "failed"
        purchase.refunds += 1
        purchase.mails.append("refund")


def is_authentic(headers, body):
    if BUG == "no-signature":
        return True
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not event_id or not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE:
        return False
    if BUG == "parsed-body":
        body = json.dumps(json.loads(body)).encode()
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    if BUG == "prefix-signature":
        return headers.get("webhook-signature", "").startswith(expected[:3])
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


def state_of(domain):
    """What the shop knows about a domain. A refused purchase does not count beside a paid one."""
    known = [purchase for purchase in purchases.values() if purchase.domain == domain]
    paid = [purchase for purchase in known if purchase.is_paid]
    counted = paid or known[-1:]
    return {
        "domain": domain,
        "status": counted[0].status if counted else "unknown",
        "years": sum(purchase.years for purchase in counted),
        "renewals": sum(purchase.kind == "renewal" for purchase in paid),
        "charges": sum(purchase.charges for purchase in counted),
        "refunds": sum(purchase.refunds for purchase in counted),
        "paid": round(sum(purchase.order["amount"]["total"] for purchase in paid), 2),
        "mails": sorted(mail for purchase in counted for mail in purchase.mails),
    }


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        address = urlsplit(self.path)
        if address.path != "/api/state":
            return self.respond(404)
        with state_lock:
            state = state_of(parse_qs(address.query).get("domain", [""])[0])
        return self.respond(200, state)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/webhooks":
            if not is_authentic(self.headers, body):
                return self.respond(400)
            with state_lock:
                handle(self.headers.get("webhook-id", ""), json.loads(body))
            return self.respond(204)
        kinds = {"/orders": "registration", "/renewals": "renewal"}
        form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        if self.path not in kinds:
            return self.respond(404)
        if not form.get("token") or not form.get("domain") or not form.get("years", "").isdigit():
            return self.respond(400)
        try:
            purchase = buy(kinds[self.path], form)
        except Unavailable:
            return self.respond(503)
        if purchase.status in ("pending", "registered"):
            return self.respond(303, location=f"/orders/{purchase.order['order_id']}")
        return self.respond(402 if getattr(purchase, "refusal", 0) == 402 else 422)

    def respond(self, status, body=None, location=None):
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128


server = Server(("127.0.0.1", PORT), Shop)
print(f"The shop is at http://127.0.0.1:{PORT}", flush=True)
server.serve_forever()
