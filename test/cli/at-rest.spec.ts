import { ask, type Environment, newKey, startService } from '../processes/nameyard.js';
import { temporaryFolder } from '../processes/places.js';
import { startPostgres } from '../processes/postgres.js';

describe('commands while no service runs', () => {
  it('prepare a folder: what they make is there when the service starts', async () => {
    const env: Environment = { DATA_DIR: temporaryFolder() };
    const { key, tenant, migrations } = await ask(['migrate'], env);
    expect({ tenant, migrations }).toMatchObject({
      tenant: 'demo',
      migrations: expect.arrayContaining([expect.any(String)]),
    });
    await ask(['tenants', 'create', 'acme'], env);
    const made = await newKey(env, 'acme');
    const revoked = await newKey(env, 'acme');
    await ask(['keys', 'revoke', revoked.id], env);
    await ask(['registrar', 'on', '--reason', 'from the start'], env);
    const live = await newKey(env, 'acme', '--scope', 'live');

    const service = await startService(env);
    expect(service.key).toBe('');
    expect((await service.client({ key: String(key), tenant: 'demo' }).search('example.com')).code).toBe('ok');
    expect((await service.client(made).search('example.com')).code).toBe('ok');
    expect((await service.client(revoked).search('example.com')).code).toBe('API_KEY_INVALID');
    expect((await service.client(live).searchLive('example.com')).code).toBe('REGISTRAR_NOT_CONNECTED');
  });

  it('prepare the database of DATABASE_URL, once', async () => {
    const env: Environment = { DATABASE_URL: (await startPostgres()).url, DEFAULT_TENANT: 'acme' };
    const [one, two] = await Promise.all([ask(['migrate'], env), ask(['migrate'], env)]);
    const keys = [one, two].flatMap(({ key }) => (key ? [key] : []));
    expect(keys).toHaveLength(1);
    expect(await ask<object[]>(['tenants', 'list'], env)).toMatchObject([{ slug: 'acme' }]);
    expect(await ask<object[]>(['keys', 'list', '--tenant', 'acme'], env)).toHaveLength(1);
  });
});
