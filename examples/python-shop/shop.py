"""A shop that sells domains with the Python client of Nameyard."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from nameyard import ApiError, ConnectionError, Nameyard, SignatureError, TimeoutError, webhooks
from nameyard.types import Owner, PaymentRequest

SECRET = os.environ.get("WEBHOOK_SECRET", "")
PORT = int(os.environ.get("PORT", "4000"))

client = Nameyard(
    os.environ["NAMEYARD_URL"], os.environ["NAMEYARD_TENANT"], os.environ["NAMEYARD_KEY"], timeout=5, max_retries=3
)


class Purchase:
    def __init__(self, key, kind, form):
        self.key, self.kind = key, kind
        self.domain, self.years = form["domain"].strip().lower(), int(form["years"])
        self.owner = Owner(first_name="Ada", last_name="Lovelace", email=form.get("email", ""))
        self.status, self.order, self.refusal, self.is_paid = "open", None, None, False
        self.charges, self.refunds, self.mails = 0, 0, []
        # Held by the request that buys; another click waits for its result.
        self.lock = threading.Lock()


# A real shop stores them in its database.
purchases = {}
handled_events = set()
# Held while purchases change, but not during calls of the API.
state_lock = threading.RLock()


class Unavailable(Exception):
    """The result is not known, or a later attempt can succeed."""


def buy(kind, form):
    """Buy once, however often a form with the same token is sent."""
    key = f"{kind}-{form['token']}"
    with state_lock:
        purchase = purchases.setdefault(key, Purchase(key, kind, form))
    with purchase.lock:
        if purchase.status == "open":
            settle(purchase)
    return purchase


def settle(purchase):
    try:
        # A repeated form sends the same idempotency keys, so nothing happens twice.
        purchase.order = purchase.order or place(purchase)
        paid = pay(purchase)
    except ApiError as error:
        if error.retryable or error.status >= 500:
            raise Unavailable from error
        purchase.status, purchase.refusal = "refused", error.status
    except (ConnectionError, TimeoutError) as error:
        raise Unavailable from error
    else:
        with state_lock:
            charge(purchase, "pending" if paid.domain_status == "pending" else "registered")


def place(purchase):
    domain, years, options = purchase.domain, purchase.years, {"idempotency_key": f"order-{purchase.key}"}
    if purchase.kind == "renewal":
        return client.domains.renew(domain=domain, years=years, options=options)
    return client.domains.order(domain=domain, years=years, owner=purchase.owner, options=options)


def pay(purchase):
    payment = PaymentRequest(method="test", reference=purchase.key)
    options = {"idempotency_key": f"payment-{purchase.key}"}
    return client.domains.checkout(order_id=purchase.order.order_id, payment=payment, options=options)


def charge(purchase, status):
    """Take the money of the customer once. A webhook can come before the answer to the payment."""
    if not purchase.is_paid:
        purchase.is_paid = True
        purchase.charges += 1
        purchase.mails.append("receipt")
    if purchase.status == "open":
        purchase.status = status


def handle(event):
    """Follow the registry. Each event counts once, however often it is delivered."""
    with state_lock:
        if event.id in handled_events:
            return
        handled_events.add(event.id)
        order_id = getattr(event.data, "order_id", None)
        for purchase in purchases.values():
            if purchase.order and purchase.order.order_id == order_id:
                follow(purchase, event.type)


def follow(purchase, event_type):
    if event_type in ("domain.registered", "domain.renewed"):
        charge(purchase, "registered")
        purchase.status = "registered"
        purchase.mails.append("confirmation")
    elif event_type == "domain.registration_failed":
        charge(purchase, "failed")
        purchase.status = "failed"
        purchase.refunds += 1
        purchase.mails.append("refund")


def state_of(domain):
    """What the shop knows about a domain. A refused purchase does not count beside a paid one."""
    known = [each for each in purchases.values() if each.domain == domain]
    paid = [each for each in known if each.is_paid]
    counted = paid or known[-1:]
    return {
        "domain": domain,
        "status": counted[0].status if counted else "unknown",
        "years": sum(each.years for each in counted),
        "renewals": sum(each.kind == "renewal" for each in paid),
        "charges": sum(each.charges for each in counted),
        "refunds": sum(each.refunds for each in counted),
        "paid": str(sum(each.order.amount.total for each in paid)),
        "mails": sorted(mail for each in counted for mail in each.mails),
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
            return self.receive(body)
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
        if purchase.status == "refused":
            return self.respond(purchase.refusal)
        return self.respond(201 if purchase.status == "registered" else 202)

    def receive(self, body):
        try:
            handle(webhooks.unwrap(body, self.headers, SECRET))
        except SignatureError:
            return self.respond(400)
        return self.respond(204)

    def respond(self, status, body=None):
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128


print(f"The shop is at http://127.0.0.1:{PORT}", flush=True)
Server(("127.0.0.1", PORT), Shop).serve_forever()
