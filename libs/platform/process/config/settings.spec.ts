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

  it.each(['yes', '1', 'TRUE'])('rejects %s', text => {
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
