import { spawnSync } from 'node:child_process';

/** A request to a receiver and its expected result: `ok` or the reason of the rejection. */
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

/** Signs with OpenSSL, so that the vectors are independent of the code that they test. */
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
    vector('valid request', 'ok'),
    signed('test event', 'ok', { body: TEST_SEND }),
    signed('Unicode in the body', 'ok', { body: UNICODE }),
    vector('header names in mixed case', 'ok', {
      headers: { 'Webhook-Id': ID, 'WEBHOOK-TIMESTAMP': String(NOW), 'Webhook-Signature': `v1,${good}` },
    }),
    vector('two signatures, the first matches', 'ok', { headers: sent(`v1,${good} v1,${other}`) }),
    vector('two signatures, the second matches', 'ok', { headers: sent(`v1,${other} v1,${good}`) }),
    vector('two secrets, the second matches', 'ok', { secrets: [OTHER_SECRET, SECRET] }),
    vector('unknown versions and a valid signature', 'ok', { headers: sent(`v1a,${other} v2,AAAA x v1,${good}`) }),
    signed('oldest accepted timestamp', 'ok', { timestamp: String(NOW - 300) }),
    signed('newest accepted timestamp', 'ok', { timestamp: String(NOW + 300) }),

    signed('timestamp too old by a second', 'timestamp_too_old', { timestamp: String(NOW - 301) }),
    signed('timestamp too new by a second', 'timestamp_too_new', { timestamp: String(NOW + 301) }),
    signed('timestamp that is not a number', 'invalid_timestamp', { timestamp: 'yesterday' }),
    signed('timestamp in milliseconds', 'invalid_timestamp', { timestamp: String(NOW * 1000) }),
    signed('timestamp with a fraction', 'invalid_timestamp', { timestamp: `${NOW}.5` }),

    vector('no webhook-id', 'missing_header', { headers: without('webhook-id') }),
    vector('no webhook-timestamp', 'missing_header', { headers: without('webhook-timestamp') }),
    vector('no webhook-signature', 'missing_header', { headers: without('webhook-signature') }),
    vector('empty list of signatures', 'missing_header', { headers: sent('') }),
    vector('only unknown versions', 'no_signature', { headers: sent(`v1a,${good} v2,${good} V1,${good}`) }),
    vector('signature without a version', 'no_signature', { headers: sent(good) }),

    vector('wrong secret', 'wrong_signature', { secrets: [OTHER_SECRET] }),
    vector('changed body', 'wrong_signature', { body: BODY.replace('example.com', 'example.net') }),
    vector('body that was parsed and serialized again', 'wrong_signature', { body: JSON.stringify(EVENT, null, 1) }),
    vector('changed ID', 'wrong_signature', {
      headers: sent(`v1,${good}`, { 'webhook-id': `${ID.slice(0, -1)}3` }),
    }),
    vector('changed timestamp', 'wrong_signature', {
      headers: sent(`v1,${good}`, { 'webhook-timestamp': String(NOW + 1) }),
    }),
    vector('invalid base64', 'wrong_signature', { headers: sent(`v1,${good.slice(0, 20)}*${good.slice(21)}`) }),
    vector('base64 without padding', 'wrong_signature', { headers: sent(`v1,${good.replace(/=+$/, '')}`) }),
    vector('signature in hexadecimal', 'wrong_signature', {
      headers: sent(`v1,${Buffer.from(good, 'base64').toString('hex')}`),
    }),
    vector('signature with non-ASCII characters', 'wrong_signature', { headers: sent(`v1,é${good.slice(1)}`) }),
    vector('empty signature', 'wrong_signature', { headers: sent('v1,') }),

    signed('signed body that is not JSON', 'invalid_body', { body: 'domain=example.com' }),
    signed('signed empty body', 'invalid_body', { body: '' }),
    signed('signed body that is not an event', 'invalid_body', { body: '["domain.registered"]' }),
    vector('truncated secret', 'invalid_secret', { secrets: [SECRET.slice(0, 20)] }),
  ];
}
