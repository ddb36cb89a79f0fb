import { ADA, type Client } from '../support/client.js';
import { INVALID_STRINGS, fieldsOf, NON_STRINGS, outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

const label63 = 'a'.repeat(63);

const INVALID = [
  'example',
  'com',
  'co.uk',
  '.',
  'www.example.com',
  'http://example.com',
  'https://example.com/',
  'example.com/path',
  'example.com:443',
  'user@example.com',
  '127.0.0.1',
  '::1',
  '[::1]',
  '-example.com',
  'example-.com',
  'ab--cd.com',
  'xn--a.com',
  'exa mple.com',
  'exa_mple.com',
  'example..com',
  '.example.com',
  'example.com..',
  '*.example.com',
  `${label63}a.com`,
  `${label63}.${label63}.${label63}.${label63}.com`,
  'a\u200db.com',
  '\u202eexample.com',
  'example.com\u0000',
  'exa\u2013mple.com',
  'xn--example-w16c.com',
  'a\u00B7b.com',
  'example\u2024com',
  "x'; DROP TABLE orders.orders; --.com",
  '../../etc/passwd',
  '${jndi:ldap://x}.com',
];

const UNSUPPORTED = ['example.zzz', 'EXAMPLE.Invalid.', 'example.рф', 'www.example.zzz', 'example.constructor'];

describe('422 INVALID_DOMAIN', () => {
  it.each([...INVALID, ...INVALID_STRINGS])('is returned for %j', async domain => {
    const response = await client.search({ domain });
    expect(outcomeOf(response)).toBe('422 INVALID_DOMAIN');
    expect(fieldsOf(response)).toEqual(['domain']);
  });

  it.each([...NON_STRINGS, undefined])('or VALIDATION_FAILED is returned for %j', async domain => {
    const response = await client.search({ domain });
    expect(response.status).toBe(422);
    expect(['INVALID_DOMAIN', 'VALIDATION_FAILED']).toContain(response.body.error.code);
    expect(fieldsOf(response)).toEqual(['domain']);
  });
});

describe('422 unsupported_tld', () => {
  it.each(UNSUPPORTED)('is returned for %s', async domain => {
    const response = await client.search({ domain });
    expect(outcomeOf(response)).toBe('422 unsupported_tld');
    expect(fieldsOf(response)).toEqual(['domain']);
  });
});

describe('the reason', () => {
  it.each([
    ['o´neill.com', 'U+00B4'],
    ['a℀b.com', 'U+2100'],
  ])('is the character that was sent, not one that UTS 46 maps it to: %s', async (domain, codePoint) => {
    const { body } = await client.search({ domain });
    expect(body.error.message).toContain(`${codePoint} is not allowed`);
  });
});

describe('domain validation of an order', () => {
  it.each([...INVALID.slice(0, 8), ...UNSUPPORTED])('returns the same error as a search for %j', async domain => {
    const [searched, ordered] = [await client.search({ domain }), await client.order({ domain, years: 1, owner: ADA })];
    expect(ordered.status).toBe(422);
    expect(ordered.body).toEqual(searched.body);
  });
});

describe('a body that is not an object', () => {
  it.each(['[]', 'null', '"example.com"', '7', 'true', '[{"domain":"example.com"}]'])(
    'returns 422 for %s',
    async body => {
      const response = await client.search(body);
      expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
      expect(response.body.error.details).toHaveLength(1);
    },
  );
});
