import { ADA, type Client } from '../support/client.js';
import { INVALID_STRINGS, fieldsOf, NON_STRINGS, outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});
afterEach(async () => {
  const orders = await sandbox.rows('SELECT FROM orders.orders WHERE tenant_id = $1', [client.tenant.id]);
  expect(orders).toHaveLength(0);
});

const GOOD = { domain: 'example.com', years: 1, owner: { ...ADA, phone: '+12025550143', country: 'GB' } };

/** Blank optional texts count as absent. */
const VISIBLE_STRINGS = INVALID_STRINGS.filter(text => text.trim() !== '');

const withOwner = (changes: object) => ({ ...GOOD, owner: { ...GOOD.owner, ...changes } });

async function expectBroken(body: unknown, ...fields: string[]) {
  const response = await client.order(body);
  expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
  expect(fieldsOf(response).sort()).toEqual(fields.sort());
}

describe('422 VALIDATION_FAILED', () => {
  it.each([undefined, null, 0, 11, -1, 1.5, '1', true, [], [1], {}, 1e300])('names years for %j', async years => {
    await expectBroken({ ...GOOD, years }, 'years');
  });

  it.each([undefined, null, 7, 'Ada', true, [], [ADA]])('names owner for %j', async owner => {
    await expectBroken({ ...GOOD, owner }, 'owner');
  });

  it.each(['first_name', 'last_name'])('names owner.%s', async field => {
    for (const value of [...NON_STRINGS, ...INVALID_STRINGS, undefined, 'x'.repeat(101), '😀'.repeat(101)])
      await expectBroken(withOwner({ [field]: value }), `owner.${field}`);
    for (const value of ['\u200B', '\u3164', '\u2800', '\u00AD', 'Ada\u2028Eve', 'Ada\u202EEve', 'Ada\uFFFE'])
      await expectBroken(withOwner({ [field]: value }), `owner.${field}`);
  });

  it('names owner.email', async () => {
    const broken = [
      'ada',
      'ada@',
      '@example.com',
      'ada@@example.com',
      'ada@example',
      'a b@example.com',
      'a@b.c\r\nBcc:',
      'ada@example.com\u200B',
      '\u200Bada@example.com',
      '\uFEFFada@example.com',
      'ada@example.com\u2028',
      'ada@xn--0.com',
      'ada@exa\u2013mple.com',
    ];
    const long = `ada@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(66)}.com`;
    for (const email of [...NON_STRINGS, ...INVALID_STRINGS, undefined, ...broken, long])
      await expectBroken(withOwner({ email }), 'owner.email');
  });

  it('names owner.phone', async () => {
    const broken = ['02079460958', '+123456', '+1234567890123456', '+1 202 CALL ME', '++12025550143', '+1202555014x'];
    for (const phone of [...NON_STRINGS.slice(1), ...VISIBLE_STRINGS, ...broken])
      await expectBroken(withOwner({ phone }), 'owner.phone');
  });

  it('names owner.country', async () => {
    for (const country of [...NON_STRINGS.slice(1), ...VISIBLE_STRINGS, 'GBR', 'G', 'ZZ', 'XX', 'Germany', 'ß', 'ﬁ'])
      await expectBroken(withOwner({ country }), 'owner.country');
  });

  it('names all invalid fields', async () => {
    const response = await client.order({});
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response).sort()).toEqual(['domain', 'owner', 'years']);
    await expectBroken(
      { domain: 'example.com', years: 1, owner: {} },
      'owner.first_name',
      'owner.last_name',
      'owner.email',
    );
    await expectBroken(
      { domain: 'nope', years: 99, owner: { first_name: '', last_name: 7, email: 'x', phone: 'y', country: 'zz' } },
      'domain',
      'years',
      'owner.first_name',
      'owner.last_name',
      'owner.email',
      'owner.phone',
      'owner.country',
    );
  });

  it('names the dotted path of a missing email', async () => {
    const { email: _, ...owner } = ADA;
    const response = await client.order({ ...GOOD, owner });
    expect(response.body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('owner.email'),
    });
    expect(fieldsOf(response)).toEqual(['owner.email']);
  });

  it('is returned before the availability check', async () => {
    await expectBroken({ ...GOOD, domain: 'google.com', years: 0 }, 'years');
  });
});
