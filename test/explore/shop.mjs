/**
 * A correct shop. With BUG=lost-answer, customers are told no if the answer to their payment is lost; with BUG=unpaid, it does
 * not pay for names that the registry decides about.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { NAMEYARD_URL, NAMEYARD_TENANT, NAMEYARD_KEY, WEBHOOK_SECRET, PORT, BUG } = process.env;
const MAX_ATTEMPTS = 3;
const states = new Map();

async function call(operation, body, key) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const answer = await send(operation, body, key);
    if (answer?.success || (answer && !answer.error.retryable)) return answer;
    if (BUG === 'lost-answer' && operation === 'checkout') return undefined;
    await new Promise(resolve => setTimeout(resolve, answer?.error.code === 'RATE_LIMITED' ? 1_100 : 50));
  }
  throw new Error('The API cannot be reached.');
}

function send(operation, body, key) {
  const headers = {
    Authorization: `Bearer ${NAMEYARD_KEY}`,
    'Content-Type': 'application/json',
    'X-Idempotency-Key': key,
    'X-Tenant': NAMEYARD_TENANT,
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  return fetch(`${NAMEYARD_URL}/sandbox/domains/${operation}`, request)
    .then(response => response.json())
    .catch(() => undefined);
}

async function buy({ domain, years, email, token }) {
  const owner = { first_name: 'Ada', last_name: 'Lovelace', email };
  const order = await call('order', { domain, years: Number(years), owner }, `order-${token}`);
  if (!order.success) return 409;
  if (BUG === 'unpaid' && domain.startsWith('pending-')) return 303;
  const payment = { method: 'test', reference: token };
  const paid = await call('checkout', { order_id: order.data.order_id, payment }, `checkout-${token}`);
  if (!paid?.success) return 402;
  states.set(domain, { status: states.get(domain)?.status ?? 'paid' });
  return 303;
}

function receive(body, headers) {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const isRecent = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= 300;
  if (!isRecent || headers['webhook-signature'] !== `v1,${signature}`) return 400;
  const { type, data } = JSON.parse(body);
  states.set(data.domain, { status: type });
  return 204;
}

async function answer({ url, headers }, body) {
  if (url === '/orders') return [await buy(Object.fromEntries(new URLSearchParams(body)))];
  if (url === '/webhooks') return [receive(body, headers)];
  return [200, JSON.stringify(states.get(url.split('=')[1]) ?? {})];
}

createServer(async (request, response) => {
  const [status, body] = await answer(request, await text(request)).catch(() => [503]);
  response.writeHead(status).end(body);
}).listen(Number(PORT), '127.0.0.1');
