import { spawnSync } from 'node:child_process';

/** A webhook request and the expected result: `ok` or the reason of the rejection. */
export interface Vector {
  name: string;
  secrets: string[];
  headers: Record<string, string>;
  body: string;
  /** Time of the verification in Unix seconds. */
  now: number;
  expect: string;
}

const NOW = 1_763_708_400;
const ID = 'evt_019aa3b0c1d27f3e8a4b5c6d7e8f9012';
const secretOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;
const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
const OTHER_KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - i));
const SECRET = secretOf(KEY);
const OTHER_SECRET = secretOf(OTHER_KEY);

const EVENT = {
  type: 'domain.registered',
  timestamp: '2025-11-21T07:00:00.000Z',
  data: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    years: 2,
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    amount: { currency: 'USD', total: 24.98 },
    owner: { email: 'ada@example.com' },
    tenant: 'demo',
  },
};
const BODY = JSON.stringify(EVENT);
const TEST_SEND = JSON.stringify({
  type: 'webhook.test',
  timestamp: EVENT.timestamp,
  data: {
    receiver_id: 'rcv_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    message: 'This is a test; nothing was registered.',
    tenant: 'demo',
  },
});
const UNICODE = JSON.stringify({
  ...EVENT,
  data: { ...EVENT.data, domain: 'xn--bcher-kva.com', owner: { email: 'zoë+😀\u2028@bücher.com' } },
});

/** Signs with OpenSSL, so that the vectors do not depend on the code under test. */
function sign({ key = KEY, id = ID, timestamp = String(NOW), body = BODY }): string {
  const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`, '-binary'];
  const { status, stdout, stderr } = spawnSync('openssl', args, { input: `${id}.${timestamp}.${body}` });
  if (status !== 0) throw new Error(`openssl: ${String(stderr)}`);
  return stdout.toString('base64');
}

export function makeVectors(): Vector[] {
  const good = sign({});
  const other = sign({ key: OTHER_KEY });
  const sent = (signature: string, changes: Record<string, string> = {}) => ({
    'webhook-id': ID,
    'webhook-timestamp': String(NOW),
    'webhook-signature': signature,
    ...changes,
  });
  const without = (name: string) =>
    Object.fromEntries(Object.entries(sent(`v1,${good}`)).filter(([header]) => header !== name));
  const vector = (name: string, expect: string, changes: Partial<Vector> = {}): Vector => ({
    name,
    secrets: [SECRET],
    headers: sent(`v1,${good}`),
    body: BODY,
    now: NOW,
    expect,
    ...changes,
  });
  const signed = (name: string, expect: string, { body = BODY, timestamp = String(NOW) }) =>
    vector(name, expect, {
      headers: sent(`v1,${sign({ body, timestamp })}`, { 'webhook-timestamp': timestamp }),
      body,
    });

  return [
    vector('good', 'ok'),
    signed('a test send', 'ok', { body: TEST_SEND }),
    signed('Unicode in the body', 'ok', { body: UNICODE }),
    vector('header names in another case', 'ok', {
      headers: { 'Webhook-Id': ID, 'WEBHOOK-TIMESTAMP': String(NOW), 'Webhook-Signature': `v1,${good}` },
    }),
    vector('two signatures, the first fits', 'ok', { headers: sent(`v1,${good} v1,${other}`) }),
    vector('two signatures, the second fits', 'ok', { headers: sent(`v1,${other} v1,${good}`) }),
    vector('two secrets at the receiver, the second fits', 'ok', { secrets: [OTHER_SECRET, SECRET] }),
    vector('unknown versions next to a valid signature', 'ok', { headers: sent(`v1a,${other} v2,AAAA x v1,${good}`) }),
    signed('as old as may be', 'ok', { timestamp: String(NOW - 300) }),
    signed('as new as may be', 'ok', { timestamp: String(NOW + 300) }),

    signed('too old by a second', 'timestamp_too_old', { timestamp: String(NOW - 301) }),
    signed('too new by a second', 'timestamp_too_new', { timestamp: String(NOW + 301) }),
    signed('a timestamp that is no number', 'invalid_timestamp', { timestamp: 'yesterday' }),
    signed('a timestamp in milliseconds', 'invalid_timestamp', { timestamp: String(NOW * 1000) }),
    signed('a timestamp with a fraction', 'invalid_timestamp', { timestamp: `${NOW}.5` }),

    vector('no webhook-id', 'missing_header', { headers: without('webhook-id') }),
    vector('no webhook-timestamp', 'missing_header', { headers: without('webhook-timestamp') }),
    vector('no webhook-signature', 'missing_header', { headers: without('webhook-signature') }),
    vector('an empty list of signatures', 'missing_header', { headers: sent('') }),
    vector('only unknown versions', 'no_signature', { headers: sent(`v1a,${good} v2,${good} V1,${good}`) }),
    vector('a signature without its version', 'no_signature', { headers: sent(good) }),

    vector('another secret', 'wrong_signature', { secrets: [OTHER_SECRET] }),
    vector('an altered body', 'wrong_signature', { body: BODY.replace('example.com', 'example.net') }),
    vector('a body that was parsed and written again', 'wrong_signature', { body: JSON.stringify(EVENT, null, 1) }),
    vector('an altered id', 'wrong_signature', {
      headers: sent(`v1,${good}`, { 'webhook-id': `${ID.slice(0, -1)}3` }),
    }),
    vector('an altered timestamp', 'wrong_signature', {
      headers: sent(`v1,${good}`, { 'webhook-timestamp': String(NOW + 1) }),
    }),
    vector('broken base64', 'wrong_signature', { headers: sent(`v1,${good.slice(0, 20)}*${good.slice(21)}`) }),
    vector('base64 without its padding', 'wrong_signature', { headers: sent(`v1,${good.replace(/=+$/, '')}`) }),
    vector('a signature in hex', 'wrong_signature', {
      headers: sent(`v1,${Buffer.from(good, 'base64').toString('hex')}`),
    }),
    vector('a signature with letters beyond ASCII', 'wrong_signature', { headers: sent(`v1,é${good.slice(1)}`) }),
    vector('a signature of nothing', 'wrong_signature', { headers: sent('v1,') }),

    signed('signed, and not JSON', 'invalid_body', { body: 'domain=example.com' }),
    signed('signed, and empty', 'invalid_body', { body: '' }),
    signed('signed, and not an event', 'invalid_body', { body: '["domain.registered"]' }),
    vector('a secret that was cut short', 'invalid_secret', { secrets: [SECRET.slice(0, 20)] }),
  ];
}
