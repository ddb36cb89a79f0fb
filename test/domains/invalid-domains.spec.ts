import { ADA, type Client } from '../support/client.js';
import { INVALID_STRINGS, fieldsOf, NON_STRINGS, outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

/** `DomainName` is tested with many more. */
const INVALID = 'www.example.com';
const UNSUPPORTED = 'www.example.zzz';

describe('422 INVALID_DOMAIN', () => {
  it.each([INVALID, ...INVALID_STRINGS])('is returned for %j', async domain => {
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

it('422 unsupported_tld is returned for a TLD that is not in the catalogue', async () => {
  const response = await client.search({ domain: UNSUPPORTED });
  expect(outcomeOf(response)).toBe('422 unsupported_tld');
  expect(fieldsOf(response)).toEqual(['domain']);
});

describe('domain validation of an order', () => {
  it.each([INVALID, UNSUPPORTED])('returns the same error as a search for %j', async domain => {
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
