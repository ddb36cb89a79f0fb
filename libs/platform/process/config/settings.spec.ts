import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sentinelOptions } from './servers.js';
import { readSettings } from './settings.js';

describe('TRUSTED_PROXIES', () => {
  const trusted = (text?: string) => readSettings({ TRUSTED_PROXIES: text }).trustedProxies;

  it('is a list of addresses and networks, empty by default', () => {
    expect([trusted(), trusted(''), trusted('none')]).toEqual([[], [], []]);
    expect(trusted('10.0.0.0/8, 192.0.2.7,fd00::/8, ::1')).toEqual(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1']);
  });

  it.each(['all', '10.0.0.0/33', '10.0.0.0/8,none', 'proxy.example.com', '1'])('rejects %s', text => {
    expect(() => trusted(text)).toThrow('TRUSTED_PROXIES must be none or a comma-separated list');
  });
});

describe('WEBHOOK_ALLOW_PRIVATE_TARGETS', () => {
  const allowed = (env: NodeJS.ProcessEnv) => readSettings(env).webhookAllowPrivateTargets;
  const DATABASE_URL = 'postgres://nameyard@db/nameyard';

  it('defaults to true with the embedded PostgreSQL and to false with DATABASE_URL', () => {
    expect([allowed({}), allowed({ DATABASE_URL: '' }), allowed({ DATABASE_URL })]).toEqual([true, true, false]);
  });

  it('overrides the default', () => {
    expect(allowed({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false' })).toBe(false);
    expect(allowed({ WEBHOOK_ALLOW_PRIVATE_TARGETS: ' true ', DATABASE_URL })).toBe(true);
  });

  it.each(['yes', '1', 'TRUE', 'constructor'])('rejects %s', text => {
    expect(() => allowed({ WEBHOOK_ALLOW_PRIVATE_TARGETS: text, DATABASE_URL })).toThrow(
      `WEBHOOK_ALLOW_PRIVATE_TARGETS must be true or false, not "${text}".`,
    );
  });
});

describe('DATABASE_TIMEOUT', () => {
  const timeout = (text?: string) => readSettings({ DATABASE_TIMEOUT: text }).databaseTimeoutMs;

  it('is a duration in milliseconds, one second by default', () => {
    expect([timeout(), timeout('1500ms'), timeout('5s')]).toEqual([1_000, 1_500, 5_000]);
  });

  it.each(['999ms', '6s', '1', '1s,2s', 'never'])('rejects %s', text => {
    expect(() => timeout(text)).toThrow(`DATABASE_TIMEOUT must be a duration from 1s to 5s, not "${text}".`);
  });
});

describe('STOREFRONT_DOMAIN', () => {
  const domain = (text?: string) => readSettings({ STOREFRONT_DOMAIN: text }).storefrontDomain;

  it('is a host name in any case, undefined by default', () => {
    expect([domain(), domain('Sandbox.Example.com.')]).toEqual([undefined, 'sandbox.example.com']);
  });

  it.each(['https://sandbox.example.com', 'sandbox.example.com:3000', '*.example.com', 'a..b', 'bücher.example'])(
    'rejects %s',
    text => {
      expect(() => domain(text)).toThrow('STOREFRONT_DOMAIN must be a host name such as');
    },
  );
});

describe('PUBLIC_HOSTS', () => {
  const hosts = (text?: string) => readSettings({ PUBLIC_HOSTS: text }).publicHosts;

  it('is a list of host names, empty by default', () => {
    expect([hosts(), hosts('A.example, b.example')]).toEqual([[], ['a.example', 'b.example']]);
  });

  it.each(['a.example,', 'a.example b.example', 'http://a.example'])('rejects %s', text => {
    expect(() => hosts(text)).toThrow('PUBLIC_HOSTS must be a comma-separated list');
  });
});

describe('DNS_SERVERS', () => {
  const servers = (text?: string) => readSettings({ DNS_SERVERS: text }).dnsServers;

  it('is a list of addresses with optional ports, empty by default', () => {
    const all = ['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]', '[2001:db8::53]:65535'];
    expect([servers(), servers(all.join(', '))]).toEqual([[], all]);
  });

  it.each(['ns.example.com', '192.0.2.53:0', '192.0.2.53:65536', '192.0.2.53:', '192.0.2', '[192.0.2.53]', '1.1.1.1,'])(
    'rejects %s',
    text => {
      expect(() => servers(text)).toThrow('DNS_SERVERS must be a comma-separated list of IP addresses');
    },
  );
});

describe('REGISTRAR', () => {
  const given = { REGISTRAR: 'dnsimple', REGISTRAR_TOKEN: 'hidden', REGISTRAR_ACCOUNT: '1010' };
  const read = (env: NodeJS.ProcessEnv) => readSettings({ ...given, ...env });

  it('is none by default, and DNSimple in production with a token and an account', () => {
    expect(readSettings({}).registrar).toBe('none');
    expect(read({})).toMatchObject({
      registrar: 'dnsimple',
      registrarUrl: 'https://api.dnsimple.com',
      registrarToken: 'hidden',
      registrarAccount: 1_010,
      registrarTimeoutMs: 30_000,
      registrarRateLimit: 30,
    });
    expect(read({ REGISTRAR_URL: 'http://127.0.0.1:3000/facades/dnsimple/' }).registrarUrl).toBe(
      'http://127.0.0.1:3000/facades/dnsimple',
    );
  });

  it.each([
    [{ REGISTRAR: 'other' }, 'REGISTRAR must be one of none, dnsimple'],
    [{ REGISTRAR_TOKEN: '' }, 'requires REGISTRAR_TOKEN and REGISTRAR_ACCOUNT'],
    [{ REGISTRAR_ACCOUNT: '' }, 'requires REGISTRAR_TOKEN and REGISTRAR_ACCOUNT'],
    [{ REGISTRAR_URL: 'http://api.dnsimple.com' }, 'REGISTRAR_URL must be an https:// URL'],
    [{ REGISTRAR_TIMEOUT: '121s' }, 'REGISTRAR_TIMEOUT must be a duration from 1s to 120s'],
  ])('rejects %j', (env, message) => {
    expect(() => read(env)).toThrow(message);
  });
});

describe('OIDC_ISSUER', () => {
  const given = { OIDC_CLIENT_ID: 'nameyard', OIDC_CLIENT_SECRET: 'hidden' };
  const issuer = (OIDC_ISSUER: string) => readSettings({ ...given, OIDC_ISSUER }).oidcIssuer;

  it('is an https URL, or an http URL of this machine', () => {
    for (const url of [
      'https://login.example.com/realms/a',
      'http://127.0.0.1:4000',
      'http://localhost',
      'http://[::1]:1',
    ])
      expect(issuer(url)).toBe(url);
    expect(readSettings({}).oidcIssuer).toBeUndefined();
  });

  it.each(['http://login.example.com', 'http://127.0.0.1.example.com', 'login.example.com', 'https://a.example/?b=c'])(
    'rejects %s',
    url => {
      expect(() => issuer(url)).toThrow('OIDC_ISSUER must be an https:// URL');
    },
  );

  it('requires a client ID and a secret', () => {
    expect(() => readSettings({ OIDC_ISSUER: 'https://login.example.com' })).toThrow('require each other');
    expect(() => readSettings(given)).toThrow('require each other');
  });
});

describe('DATABASE_URL', () => {
  const accepted = (text: string) => readSettings({ DATABASE_URL: text }).databaseUrl;

  it.each([
    'postgres://nameyard@db/nameyard',
    'postgresql://u:p%40@a:5432,b:5433,[::1]:5434/nameyard?target_session_attrs=read-write',
    'postgres:///nameyard',
  ])('accepts %s', text => {
    expect(accepted(text)).toBe(text);
  });

  it.each(['mysql://db/nameyard', 'a,b', 'postgres://a,b:port/nameyard'])('rejects %s', text => {
    expect(() => accepted(text)).toThrow('DATABASE_URL must be a URL that begins with postgres:// or postgresql://');
  });
});

describe('DATABASE_POOL_SIZE', () => {
  const size = (text?: string) => readSettings({ DATABASE_POOL_SIZE: text }).databasePoolSize;

  it('is a number of connections, 16 by default', () => {
    expect([size(), size('4'), size('1000')]).toEqual([16, 4, 1_000]);
  });

  it.each(['3', '1001', '-1', 'many'])('rejects %s', text => {
    expect(() => size(text)).toThrow('DATABASE_POOL_SIZE must be an integer from 4 to 1000');
  });
});

describe('REDIS_URL', () => {
  const url = (text: string) => readSettings({ REDIS_URL: text }).redisUrl;

  it.each(['redis://cache:6379/1', 'rediss://:secret@cache', 'sentinel://u:p@a:26379,b,c:26380/my-master/2'])(
    'accepts %s',
    text => {
      expect(url(text)).toBe(text);
    },
  );

  it.each([
    'http://cache',
    'redis://:50%@cache',
    'sentinel://a:26379',
    'sentinel://a:x/mymaster',
    'sentinel://a,b/',
    'sentinel://:50%@a/mymaster',
  ])('rejects %s', text => {
    expect(() => url(text)).toThrow('REDIS_URL must be a URL that begins with redis:// or rediss://, or sentinel://');
  });

  it('can contain a login for Redis behind sentinels, with colons in the password', () => {
    const loginOf = (text: string) => sentinelOptions(`sentinel://${text}a/mymaster`);
    expect(loginOf('')).toMatchObject({ username: undefined, password: undefined });
    expect(loginOf(':p%40:q@')).toMatchObject({ username: undefined, password: 'p@:q' });
    expect(loginOf('u%3Av:p@')).toMatchObject({ username: 'u:v', password: 'p' });
  });
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const file = join(folder, 'secret');
  beforeAll(() => writeFileSync(file, 'postgres://nameyard@db/nameyard\n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('replace the variable', () => {
    expect(readSettings({ DATABASE_URL_FILE: file })).toMatchObject({
      databaseUrl: 'postgres://nameyard@db/nameyard',
      isEmbedded: false,
      warnings: [],
    });
  });

  it('must be readable, valid, and the only value', () => {
    expect(() => readSettings({ DATABASE_URL_FILE: folder })).toThrow(
      'DATABASE_URL_FILE must be the path of a readable',
    );
    expect(() => readSettings({ ENCRYPTION_KEY_FILE: file })).toThrow('ENCRYPTION_KEY must be 32 random bytes');
    expect(() => readSettings({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://db/x' })).toThrow(
      'DATABASE_URL and DATABASE_URL_FILE must not both be set.',
    );
  });
});

describe('warnings', () => {
  const warnings = (env: NodeJS.ProcessEnv) => readSettings(env).warnings;

  it.each([
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['WEBHOOK_RETRY_SCHEDUL', 'WEBHOOK_RETRY_SCHEDULE'],
    ['DATABASE_POOLSIZE', 'DATABASE_POOL_SIZE'],
    ['ENCRYPTION_KEYFILE', 'ENCRYPTION_KEY_FILE'],
  ])('name the setting that %s resembles', (name, meant) => {
    expect(warnings({ [name]: 'x' })).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
  });

  it('ignore other variables', () => {
    expect(warnings({ HOSTNAME: 'a', SSL_PORT: '1', POSTGRES_PASSWORD: 'b', PATH: '/bin', PG_URL: 'c' })).toEqual([]);
  });

  it('report an unknown sampler of traces', () => {
    expect(warnings({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' })).toEqual([]);
    expect(warnings({ OTEL_TRACES_SAMPLER: 'nonsense' })).toEqual([
      expect.stringMatching(/^OTEL_TRACES_SAMPLER should be one of always_on, .* not "nonsense"/),
    ]);
  });
});
