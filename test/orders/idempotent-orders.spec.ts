import { randomUUID } from 'node:crypto';
import { ADA, type Client } from '../support/client.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => sandbox.clock.reset());

const bodyFor = (domain: string) => ({ domain, years: 1, owner: ADA });
const keyed = (key: string) => ({ 'X-Idempotency-Key': key });
const orders = () => sandbox.rows('SELECT id FROM orders.orders WHERE tenant_id = $1', [client.tenant.id]);

describe('repeated idempotency key with the same body', () => {
  it('returns the first response with Idempotency-Replayed and places no order', async () => {
    const key = keyed(randomUUID());
    const first = await client.order(bodyFor('example.com'), key);
    sandbox.clock.advance({ hours: 23 });
    const again = await client.order(bodyFor('example.com'), key);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await orders()).toHaveLength(1);
  });

  it('compares bodies as JSON values: field order, spacing and escapes do not matter', async () => {
    const key = keyed('order-of-members');
    const first = await client.order(bodyFor('example.com'), key);
    const reordered = `{ "owner": {"email":"ada@example.com", "last_name":"Lovelace","first_name":"\\u0041da"},
      "years": 1.0, "domain": "example.com" }`;
    const again = await client.order(reordered, key);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('returns the first response after the order was paid', async () => {
    const key = keyed('paid-since');
    const first = await client.order(bodyFor('example.com'), key);
    await client.pay(first.body.data.order_id);
    expect((await client.order(bodyFor('example.com'), key)).text).toBe(first.text);
  });

  it.each([
    ['Idempotency-Key', 'bare-7f'],
    ['Idempotency-Key', '"bare-7f"'],
    ['Idempotency-Key', '"bare-7f";v=1'],
    ['Idempotency-Key', '"bare-7f"; v=1;w="x;y";z'],
    ['Idempotency-Key', '"bare-7f"  '],
    ['X-Idempotency-Key', '"bare-7f"'],
  ])('treats %s: %s as the same key', async (name, value) => {
    const first = await client.order(bodyFor('example.com'), keyed('bare-7f'));
    const again = await client.order(bodyFor('example.com'), { [name]: value });
    expect(again.text).toBe(first.text);
  });

  it.each(['x', '~'.repeat(255), 'a:b/c?d=e&f', '{}'])('accepts the key %j', async key => {
    const first = await client.order(bodyFor('example.com'), keyed(key));
    expect((await client.order(bodyFor('example.com'), keyed(key))).text).toBe(first.text);
  });
});

describe('idempotency key', () => {
  it('expires after 24 hours', async () => {
    const key = keyed('a-day');
    const first = await client.order(bodyFor('example.com'), key);
    sandbox.clock.advance({ hours: 24, ms: 1_000 });
    const later = await client.order(bodyFor('another.com'), key);
    expect(later.status).toBe(201);
    expect(later.headers['idempotency-replayed']).toBeUndefined();
    expect(later.body.data.order_id).not.toBe(first.body.data.order_id);
    const again = await client.order(bodyFor('another.com'), key);
    expect(again.text).toBe(later.text);
  });

  it('is separate for each tenant', async () => {
    const other = await sandbox.tenant();
    const first = await client.order(bodyFor('example.com'), keyed('shared'));
    const theirs = await other.order(bodyFor('example.com'), keyed('shared'));
    expect(theirs.status).toBe(201);
    expect(theirs.body.data.order_id).not.toBe(first.body.data.order_id);
    expect(theirs.headers['idempotency-replayed']).toBeUndefined();
  });

  it('is separate for each endpoint', async () => {
    const { body } = await client.order(bodyFor('example.com'), keyed('both'));
    const paid = await client.pay(body.data.order_id, 'ref', keyed('both'));
    expect(outcomeOf(paid)).toBe('200');
    expect(paid.headers['idempotency-replayed']).toBeUndefined();
  });

  it.each(['X-Idempotency-Key'])('can be reused after 422 with the same %s', async name => {
    const key = { [name]: 'mended' };
    expect((await client.order({ ...bodyFor('example.com'), years: 0 }, key)).status).toBe(422);
    expect((await client.order('{', key)).status).toBe(400);
    const fixed = await client.order(bodyFor('example.com'), key);
    expect(fixed.status).toBe(201);
    expect(fixed.headers['idempotency-replayed']).toBeUndefined();
  });
});

describe('repeated idempotency key after 409 DOMAIN_TAKEN', () => {
  it('returns the stored response even if the domain is available in the meantime', async () => {
    await client.register('example.com');
    const first = await client.order(bodyFor('example.com'), keyed('kept'));
    await sandbox.rows('DELETE FROM domains.registrations WHERE tenant_id = $1', [client.tenant.id]);
    const again = await client.order(bodyFor('example.com'), keyed('kept'));
    expect(outcomeOf(first)).toBe('409 DOMAIN_TAKEN');
    expect(first.body.error.details).toMatchObject([{ field: 'domain', rule: 'registered' }]);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await client.order(bodyFor('example.com'), keyed('new'))).status).toBe(201);
  });
});

describe('repeated idempotency key of a refusal that an earlier version stored', () => {
  it('returns the code without details', async () => {
    await client.order(bodyFor('google.com'), keyed('earlier'));
    await sandbox.rows(
      "UPDATE platform.idempotency_keys SET refusal = refusal - 'details' WHERE tenant_id = $1 AND key = 'earlier'",
      [client.tenant.id],
    );
    const again = await client.order(bodyFor('google.com'), keyed('earlier'));
    expect(outcomeOf(again)).toBe('409 DOMAIN_TAKEN');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body.error).toMatchObject({ retryable: false, docs: `${sandbox.origin}/docs/errors#DOMAIN_TAKEN` });
    expect(again.body.error).not.toHaveProperty('details');
  });
});

describe('422 IDEMPOTENCY_KEY_REUSED', () => {
  it('is returned for a different body and places no order', async () => {
    await client.order(bodyFor('example.com'), keyed('one'));
    for (const body of [bodyFor('another.com'), { ...bodyFor('example.com'), years: 2 }, bodyFor('google.com')])
      expect(outcomeOf(await client.order(body, keyed('one')))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(await orders()).toHaveLength(1);
  });

  it('is returned after a failed request, too', async () => {
    await client.order(bodyFor('google.com'), keyed('refused'));
    expect(outcomeOf(await client.order(bodyFor('example.com'), keyed('refused')))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });
});

describe('invalid idempotency key', () => {
  it.each([' ', 'a b', 'x'.repeat(256), '""', 'é'])('returns 422 for %j', async key => {
    const response = await client.order(bodyFor('example.com'), keyed(Buffer.from(key).toString('latin1')));
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response).map(field => field.toLowerCase())).toEqual(['x-idempotency-key']);
    expect(await orders()).toHaveLength(0);
  });

  it.each(['"a', '"a"b', '"a" ;v=1', '"a";V=1', '"a";v=', '"a", "b"', '"a\\x"', '"é"', '"";v=1', '"a b"'])(
    'returns 422 that names the header for the structured field %s',
    async key => {
      const headers = { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
      const response = await client.order(bodyFor('example.com'), headers);
      expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
      expect(fieldsOf(response)).toEqual(['idempotency-key']);
      expect(await orders()).toHaveLength(0);
    },
  );

  it('is taken without its parameters when it is compared with the other header', async () => {
    const headers = { 'X-Idempotency-Key': 'a', 'Idempotency-Key': '"a";v=1' };
    expect((await client.order(bodyFor('example.com'), headers)).status).toBe(201);
  });

  it('has no parameters in X-Idempotency-Key: these are different keys', async () => {
    for (const key of ['"c"', '"c";v=1'])
      expect((await client.order(bodyFor('example.com'), keyed(key))).headers['idempotency-replayed']).toBeUndefined();
    expect(await orders()).toHaveLength(2);
  });

  it('returns 422 for two headers with different values', async () => {
    const response = await client.order(bodyFor('example.com'), { 'X-Idempotency-Key': 'a', 'Idempotency-Key': 'b' });
    expect(response.status).toBe(422);
  });
});
