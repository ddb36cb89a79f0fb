/** A shop that sells domains. It is correct unless BUG names one of the bugs in ../README.md. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const { NAMEYARD_URL, NAMEYARD_TENANT, NAMEYARD_KEY, WEBHOOK_SECRET = '', PORT = '4000', BUG } = process.env;
const HEADERS = {
  Accept: 'application/json',
  Authorization: `Bearer ${NAMEYARD_KEY}`,
  'Content-Type': 'application/json',
  'X-Tenant': NAMEYARD_TENANT,
};
const MAX_ATTEMPTS = BUG === 'endless-retries' ? 100 : 4;
const TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const TOLERANCE_SECONDS = 300;

const purchases = new Map();
const handledEvents = new Set();

/** The registrar has refused a call, and will refuse it again. */
class Refused extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
  }
}

/** The result is not known, or a later attempt can succeed. */
class Unavailable extends Error {}

/** An answer was lost, and the whole purchase begins again. */
class StartOver extends Error {}

/** Sends a request once. The status is 0 if there was no complete answer. */
async function send(operation, body, key) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  let status = 0;
  try {
    const response = await fetch(`${NAMEYARD_URL}/sandbox/domains/${operation}`, {
      method: 'POST',
      headers: { ...HEADERS, 'X-Idempotency-Key': key },
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    ({ status } = response);
    const { data, error } = JSON.parse(await response.text());
    return { status, data, code: error?.code, retryAfter: Number(response.headers.get('retry-after') ?? 0) };
  } catch {
    if (BUG === 'truncated-success' && status >= 200 && status < 300) return { status, data: {} };
    return { status: 0, retryAfter: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/** Repeats a call with the same key until it succeeds, is refused, or was tried often enough. */
async function call(purchase, operation, bodyOf) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const isNew = BUG === 'new-reference' && operation === 'checkout' && attempt > 1;
    const id = isNew ? `${purchase.id}-${attempt}` : purchase.id;
    if (BUG === 'charge-per-attempt' && operation === 'checkout') purchase.charges++;
    const { status, data, code, retryAfter } = await send(operation, bodyOf(id), `${operation}-${id}`);
    if (status >= 200 && status < 300) return { status, data };
    if (startsOver(purchase) && status === 0) throw new StartOver();
    if (BUG === 'timeout-declined' && operation === 'checkout' && status === 0) throw new Refused(402, 'TIMEOUT');
    if (BUG === 'error-declined' && operation === 'checkout' && status >= 500) throw new Refused(402, code);
    if (!isTemporary(status, code)) throw new Refused(status, code);
    const pause = BUG === 'endless-retries' ? FIRST_PAUSE_MS / 2 : FIRST_PAUSE_MS * 2 ** (attempt - 1);
    await sleep(BUG === 'retry-after-ignored' ? FIRST_PAUSE_MS / 2 : Math.max(pause, retryAfter * 1_000));
  }
  throw new Unavailable();
}

const startsOver = ({ kind }) =>
  (BUG === 'start-over' && kind === 'registration') || (BUG === 'renewed-twice' && kind === 'renewal');

const isTemporary = (status, code) =>
  status === 0 ||
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  code === 'IDEMPOTENCY_IN_PROGRESS' ||
  (BUG === 'declined-retried' && code === 'PAYMENT_DECLINED') ||
  (BUG === 'taken-retried' && code === 'DOMAIN_TAKEN');

/** Buys once per token: a click during the purchase waits for it, and a click after it gets its result. */
async function buy(kind, { domain, years, email, token }) {
  const id = `${kind}-${BUG === 'token-ignored' ? randomUUID() : token}`;
  const purchase = purchases.get(id) ?? {
    id,
    kind,
    domain: String(domain).trim().toLowerCase(),
    years: BUG === 'one-year' ? 1 : Number(years),
    email,
    status: 'open',
    charges: 0,
    refunds: 0,
    mails: [],
  };
  purchases.set(id, purchase);
  if (purchase.status !== 'open') return purchase;
  if (BUG === 'double-click') await pay(purchase);
  else await (purchase.running ??= pay(purchase).finally(() => (purchase.running = undefined)));
  return purchase;
}

async function pay(purchase, round = 1) {
  if (BUG === 'early-mail') purchase.mails.push('receipt');
  try {
    const { domain, years, email } = purchase;
    const owner = { first_name: 'Ada', last_name: 'Lovelace', email };
    const [operation, body] =
      purchase.kind === 'renewal' ? ['renew', { domain, years }] : ['order', { domain, years, owner }];
    const order = purchase.order ?? (await call(purchase, operation, () => body)).data;
    if (BUG !== 'early-webhook-lost') purchase.order = order;
    if (BUG === 'truncated-success' && !order.order_id) return settle(purchase, 'registered');
    const checkOut = id => ({ order_id: order.order_id, payment: { method: 'test', reference: id } });
    if (BUG === 'background-checkout') {
      call(purchase, 'checkout', checkOut).catch(() => undefined);
      return settle(purchase, 'registered');
    }
    const { status } = await call(purchase, 'checkout', checkOut);
    purchase.order = order;
    if (status === 202 && BUG === 'accepted-is-registered') purchase.mails.push('confirmation');
    settle(purchase, status === 202 && BUG !== 'accepted-is-registered' ? 'pending' : 'registered');
  } catch (error) {
    if (error instanceof StartOver && round < MAX_ATTEMPTS) {
      Object.assign(purchase, { id: `${purchase.id}-again`, order: undefined });
      return pay(purchase, round + 1);
    }
    if (!(error instanceof Refused)) throw error;
    Object.assign(purchase, { status: 'refused', refusal: error.status });
  }
}

/** Takes the money of the customer once. A webhook can come before the answer to the payment. */
function settle(purchase, status) {
  if (!purchase.isPaid || BUG === 'double-click') {
    purchase.isPaid = true;
    if (BUG !== 'charge-per-attempt') purchase.charges++;
    if (BUG !== 'early-mail') purchase.mails.push('receipt');
  }
  if (purchase.status === 'open') purchase.status = status;
}

const KNOWN_EVENTS = ['domain.registered', 'domain.renewed', 'domain.registration_failed'];

function handle(event) {
  if (BUG === 'unknown-event' && !KNOWN_EVENTS.includes(event.type)) return 500;
  if (handledEvents.has(event.id) && BUG !== 'duplicate-mail') return 204;
  handledEvents.add(event.id);
  const purchase = [...purchases.values()].find(({ order }) => order?.order_id === event.data.order_id);
  switch (event.type) {
    case 'domain.registered':
    case 'domain.renewed':
      if (!purchase) return 204;
      if (!purchase.isPaid) settle(purchase, 'registered');
      purchase.status = 'registered';
      if (purchase.mails.includes('confirmation') && BUG === 'accepted-is-registered') return 204;
      purchase.mails.push('confirmation');
      return 204;
    case 'domain.registration_failed':
      if (!purchase || BUG === 'failure-ignored' || BUG === 'accepted-is-registered') return 204;
      if (!purchase.isPaid) settle(purchase, 'failed');
      purchase.status = 'failed';
      purchase.refunds++;
      purchase.mails.push('refund');
      return 204;
    default:
      return 204;
  }
}

/** Returns the event of a webhook, or undefined if it is not authentic. */
function verify(headers, body) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(name => headers[`webhook-${name}`] ?? '');
  const event = () => ({ ...JSON.parse(body.toString()), id });
  if (BUG === 'no-signature' || (BUG === 'unsigned-accepted' && !signatures)) return event();
  if (!/^\d{1,12}$/.test(timestamp) || !id) return undefined;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS && BUG !== 'stale-accepted')
    return undefined;
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const matches = signature => {
    const given = Buffer.from(signature.slice(3), 'base64');
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  };
  return signatures.split(' ').some(matches) ? event() : undefined;
}

/** What the shop knows about a domain. A refused purchase does not count beside a paid one. */
function stateOf(domain) {
  const all = [...purchases.values()].filter(purchase => purchase.domain === domain);
  const paid = all.filter(({ isPaid }) => isPaid);
  const counted = paid.length > 0 ? paid : all.slice(-1);
  const sum = valueOf => counted.reduce((total, purchase) => total + valueOf(purchase), 0);
  return {
    domain,
    status: counted[0]?.status ?? 'unknown',
    years: sum(({ years }) => years),
    renewals: paid.filter(({ kind }) => kind === 'renewal').length,
    charges: sum(({ charges }) => charges),
    refunds: sum(({ refunds }) => refunds),
    paid: paid.reduce((total, { order }) => total + Math.round((order?.amount?.total ?? 0) * 100), 0) / 100,
    mails: counted.flatMap(({ mails }) => mails).sort(),
  };
}

const STATUSES = { registered: 201, pending: 202, failed: 410 };

async function respond(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const body = await buffer(request);
  const route = `${request.method} ${pathname}`;
  if (route === 'GET /api/state') return [200, stateOf(searchParams.get('domain') ?? '')];
  if (route === 'POST /webhooks') {
    const event = verify(request.headers, body);
    return event ? [handle(event)] : [400, { error: 'This webhook is not authentic.' }];
  }
  if (route !== 'POST /orders' && route !== 'POST /renewals') return [404, { error: 'There is no such page.' }];
  const form = Object.fromEntries(new URLSearchParams(body.toString()));
  if (!form.domain || !form.token) return [400, { error: 'domain and token are required.' }];
  const purchase = await buy(route === 'POST /orders' ? 'registration' : 'renewal', form);
  return [STATUSES[purchase.status] ?? purchase.refusal, { domain: purchase.domain, status: purchase.status }];
}

createServer(async (request, response) => {
  const [status, body] = await respond(request).catch(error => [
    error instanceof Unavailable || error instanceof StartOver ? 503 : 500,
    { error: 'Please try again. You are not charged twice.' },
  ]);
  response.writeHead(status, body && { 'Content-Type': 'application/json' }).end(body && JSON.stringify(body));
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`The shop is at http://127.0.0.1:${PORT}\n`));
