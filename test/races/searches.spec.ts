import { concurrently, countOutcomes } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;

beforeAll(async () => void (sandbox = await sharedSandbox()));

const NAMES = ['garden.com', 'garden.net', 'garden.org', 'garden.io', 'kitchen.com'];

it('searches of five tenants return only their own registrations under load', async () => {
  const tenants = await Promise.all(
    NAMES.map(async own => {
      const client = await sandbox.tenant();
      await client.register(own);
      return { client, own };
    }),
  );
  const responses = await concurrently(300, n => {
    const { client, own } = tenants[n % tenants.length]!;
    const domain = NAMES[Math.floor(n / tenants.length) % NAMES.length]!;
    return client.search({ domain }).then(({ body }) => ({ domain, own, found: body.data }));
  });
  for (const { domain, own, found } of responses) {
    expect(found).toMatchObject({ query: domain, status: domain === own ? 'taken' : 'available' });
    expect(found.suggestions.map((suggestion: { domain: string }) => suggestion.domain)).not.toContain(own);
  }
});

it('searches succeed while other requests check only texts that are not domains', async () => {
  const [client, other] = [await sandbox.tenant(), await sandbox.tenant()];
  const responses = await concurrently(100, n =>
    n % 2 === 0 ? client.search({ domain: `garden-${n}.com` }) : other.check({ domains: ['garden', '-garden.com'] }),
  );
  expect(countOutcomes(responses)).toEqual({ 200: 100 });
});
