import { readSettings } from './settings.js';

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
