import { readSettings } from './settings.js';

describe('the proxies that are trusted', () => {
  const trusted = (text?: string) => readSettings({ TRUSTED_PROXIES: text }).trustedProxies;

  it('are none unless some are named, by address or network', () => {
    expect([trusted(), trusted(''), trusted('none')]).toEqual([[], [], []]);
    expect(trusted('10.0.0.0/8, 192.0.2.7,fd00::/8, ::1')).toEqual(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1']);
  });

  it.each(['all', '10.0.0.0/33', '10.0.0.0/8,none', 'proxy.example.com', '1'])('are not guessed from %s', text => {
    expect(() => trusted(text)).toThrow('TRUSTED_PROXIES must be none, or addresses');
  });
});

describe('whether webhooks may go to private hosts', () => {
  const allowed = (env: NodeJS.ProcessEnv) => readSettings(env).webhookAllowPrivateTargets;
  const DATABASE_URL = 'postgres://nameyard@db/nameyard';

  it('is true on a laptop, where no database is given, and false elsewhere', () => {
    expect([allowed({}), allowed({ DATABASE_URL: '' }), allowed({ DATABASE_URL })]).toEqual([true, true, false]);
  });

  it('is as it was set', () => {
    expect(allowed({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false' })).toBe(false);
    expect(allowed({ WEBHOOK_ALLOW_PRIVATE_TARGETS: ' true ', DATABASE_URL })).toBe(true);
  });

  it.each(['yes', '1', 'TRUE'])('is not guessed from %s', text => {
    expect(() => allowed({ WEBHOOK_ALLOW_PRIVATE_TARGETS: text, DATABASE_URL })).toThrow(
      `WEBHOOK_ALLOW_PRIVATE_TARGETS must be true or false, not "${text}".`,
    );
  });
});
