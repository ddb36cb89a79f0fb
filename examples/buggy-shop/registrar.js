import { setTimeout as sleep } from 'node:timers/promises';
import { has } from './bug.js';

const { NAMEYARD_URL, NAMEYARD_TENANT, NAMEYARD_KEY } = process.env;

const MAX_ATTEMPTS = 4;
const TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 100;

/** The registrar has refused a call, and will refuse it again. */
export class Refused extends Error {
  constructor({ status, error }) {
    super(error.message);
    this.status = status;
  }
}

/** Nobody knows the result, or a later attempt can succeed. */
export class Unavailable extends Error {}

/** An order, for `pay`. */
export async function order(kind, terms, key) {
  const { data } = await call(kind === 'renewal' ? 'renew' : 'order', terms, key);
  return data;
}

/** Pays for an order. The result is `pending` if the registry decides later. */
export async function pay({ order_id }, reference) {
  const payment = { method: 'test', reference };
  const { data } = await call('checkout', { order_id, payment }, reference);
  return data.domain_status;
}

/** Sends a request, and repeats it with the same key, so that it takes effect once even if an answer was lost. */
async function call(operation, body, key) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const answer = await send(operation, body, key);
    if (answer?.data) return answer;
    if (answer && !canSucceedLater(answer)) throw new Refused(answer);
    if (!answer && operation === 'checkout' && has('lost-answer')) throw new Refused(DECLINED);
    // Also after the last attempt: the customer may try again at once.
    await sleep(Math.max(FIRST_PAUSE_MS * 2 ** (attempt - 1), (answer?.retryAfter ?? 0) * 1_000));
  }
  throw new Unavailable('There was no answer from the registrar.');
}

const DECLINED = { status: 402, error: { message: 'The payment failed.' } };

const canSucceedLater = ({ status, error }) =>
  status === 429 || status >= 500 || error.code === 'IDEMPOTENCY_IN_PROGRESS';

/** Returns undefined if there was no complete answer. */
async function send(operation, body, key) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(`${NAMEYARD_URL}/sandbox/domains/${operation}`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${NAMEYARD_KEY}`,
        'Content-Type': 'application/json',
        'X-Idempotency-Key': key,
        'X-Tenant': NAMEYARD_TENANT,
      },
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    const { data, error } = await response.json();
    if (!data && !error) return undefined;
    return { status: response.status, data, error, retryAfter: Number(response.headers.get('retry-after')) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
