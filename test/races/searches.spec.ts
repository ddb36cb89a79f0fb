import { concurrently } from '../support/outcome.js';
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
