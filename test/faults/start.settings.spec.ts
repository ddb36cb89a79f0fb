import { startService } from '../processes/nameyard.js';
import { makeKey } from '../processes/keys.js';
import { folderWithPostgres } from '../processes/postgres.js';

const KEY = makeKey('sandbox');

describe('settings of a new installation', () => {
  it('set the tenant, the service name, the rate limit, the API key and the operator', async () => {
    const service = await startService({
      DATA_DIR: folderWithPostgres(),
      BOOTSTRAP_API_KEY: KEY,
      DEFAULT_TENANT: 'acme',
      SERVICE_NAME: 'yard',
      DEFAULT_RATE_LIMIT: '3',
      BOOTSTRAP_OPERATOR_EMAIL: 'ops@example.com',
      BOOTSTRAP_OPERATOR_PASSWORD: 'a horse, a staple, a battery',
    });
    const operator = { email: 'ops@example.com', password: 'a horse, a staple, a battery' };
    expect(await service.client().logIn(operator)).toBe(200);
    expect(service.program.stdout).not.toContain(operator.password);
    const client = service.client({ key: KEY, tenant: 'acme' });
    const response = await client.search('example.com');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      meta: { source: 'yard-sandbox' },
      data: { meta: { source: 'yard-sandbox' } },
    });
    expect(response.headers['x-ratelimit-limit']).toBe('3');
    expect(response.headers['ratelimit-policy']).toBe('"default";q=3;w=60');
    const further = await Promise.all([1, 2, 3].map(() => client.search('example.com')));
    expect(further.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    expect((await service.client({ key: KEY, tenant: 'demo' }).search('example.com')).code).toBe('API_KEY_INVALID');
  });
});
