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
