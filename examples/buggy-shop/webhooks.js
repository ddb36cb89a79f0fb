import { createHmac, timingSafeEqual } from 'node:crypto';
import { has } from './bug.js';

const TOLERANCE_SECONDS = 300;

/** The event of a webhook, or undefined if it is not authentic. */
export function unwrap(headers, body, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (has('unsigned-webhook') && !signatures) return eventOf(id, body);
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return undefined;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const isValid = signatures.split(' ').some(signature => isEqual(signature, `v1,${digest}`));
  return isValid ? eventOf(id, body) : undefined;
}

const eventOf = (id, body) => ({ ...JSON.parse(body), id });

/** Compares in constant time. */
function isEqual(one, other) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
