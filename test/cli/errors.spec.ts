import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, runCliJson, runCommand, startInstallation } from '../processes/nameyard.js';
import { freePort, temporaryFolder } from '../support/paths.js';

let env: Environment;

beforeAll(async () => {
  ({ env } = await startInstallation());
});

/** Expects exit code 1, one line on standard error that matches `message`, and no standard output. */
async function expectRefusal(args: string[], message: string | RegExp, environment: Environment = env): Promise<void> {
  const { code, stdout, stderr } = await runCommand(args, environment);
  expect({ args, stdout, lines: stderr.trimEnd().split('\n').length, code }).toEqual({
    args,
    stdout: '',
    lines: 1,
    code: 1,
  });
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
}

describe('commands reject', () => {
  it('unknown commands and options, with suggestions', async () => {
    await expectRefusal(['ordr', 'ord_1'], 'Did you mean order?');
    await expectRefusal(['keys', 'lst'], 'Did you mean list?');
    await expectRefusal(['keys', 'generate', '--scpoe', 'live'], 'Did you mean --scope?');
  });

  it('an existing tenant and an invalid slug', async () => {
    await Promise.all([
      expectRefusal(['tenants', 'create', 'demo', '--json'], 'demo'),
      expectRefusal(['tenants', 'create', 'No Slug'], /slug|lower-case/i),
      expectRefusal(['tenants', 'set', 'nobody', '--facades', 'none'], 'nobody'),
      expectRefusal(['tenants', 'set', 'demo', '--facades', 'dnsimple,godaddy'], 'dnsimple and cloudflare'),
    ]);
  });

  it('a key with an unknown tenant, a permission of another scope or an invalid limit', async () => {
    await Promise.all([
      expectRefusal(['keys', 'create', '--tenant', 'nobody', '--json'], 'nobody'),
      expectRefusal(['keys', 'create', '--tenant', 'demo', '--permissions', 'registrar.order'], 'registrar.order'),
      expectRefusal(['keys', 'create', '--tenant', 'demo', '--limit', '0'], /integer from 1 to 1000000/),
    ]);
  });

  it('an unknown key and an empty change', async () => {
    await Promise.all([
      expectRefusal(['keys', 'revoke', 'key_0', '--json'], 'key_0'),
      expectRefusal(['keys', 'set', 'key_0'], '--permissions, --limit or --expires'),
    ]);
  });

  it('an account without role, email or tenant, a duplicate account and disabling the last operator', async () => {
    const create = (...rest: string[]) => ['users', 'create', '--email', ...rest];
    await Promise.all([
      expectRefusal(create('ada@example.com'), '--role'),
      expectRefusal(create('ada', '--role', 'operator', '--json'), 'email address'),
      expectRefusal(create('ada@example.com', '--role', 'developer'), 'tenant'),
      expectRefusal(create('ada@example.com', '--role', 'developer', '--tenant', 'nobody'), 'nobody'),
      expectRefusal(create('OPERATOR@nameyard.test', '--role', 'operator'), 'already has an account'),
      expectRefusal(['users', 'reset-password', 'nobody@example.com'], 'nobody@example.com'),
      expectRefusal(['users', 'disable', 'operator@nameyard.test'], 'last active operator'),
    ]);
  });

  it('a scenario of a tenant with characters that no slug has', async () => {
    await expectRefusal(['scenario', 'run', 'search.available.default', '--tenant', '日本'], '--tenant');
  });

  it('the kill switch without a reason', async () => {
    await expectRefusal(['registrar', 'off', '--reason', ' '], /reason/i);
  });

  it('texts and email addresses with characters that are not visible', async () => {
    await Promise.all([
      expectRefusal(['tenants', 'create', 'blank', '--name', '\u200B'], 'visible character'),
      expectRefusal(['keys', 'create', '--tenant', 'demo', '--name', 'a\u2028b'], 'U+2028'),
      expectRefusal(['registrar', 'off', '--reason', 'a\u202Eb'], 'U+202E'),
      expectRefusal(['users', 'create', '--email', 'ada@exa\u200Bmple.com', '--role', 'operator'], 'email address'),
    ]);
  });

  it('an unknown command, option or value', async () => {
    await Promise.all([
      expectRefusal(['tenants', 'destroy'], 'destroy'),
      expectRefusal(['tenants', 'list', '--yaml'], '--yaml'),
      expectRefusal(['keys', 'create', '--tenant', 'demo', '--limit', 'many'], '--limit'),
      expectRefusal(['registrar', 'on'], '--reason'),
    ]);
  });

  it('a folder without a database, and create none', async () => {
    const DATA_DIR = join(temporaryFolder(), 'none');
    await expectRefusal(
      ['tenants', 'list'],
      new RegExp(`DATABASE_URL is not set.*${DATA_DIR} \\(DATA_DIR\\).* start`),
      { DATA_DIR },
    );
    const BACKUP_PASSPHRASE = 'a horse, a staple, a battery';
    await expectRefusal(['restore', `${DATA_DIR}.backup`], 'ENOENT', { DATA_DIR, BACKUP_PASSPHRASE });
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('a service that does not run', async () => {
    const [{ key }, url] = [await runCliJson(['keys', 'generate'], {}), `http://127.0.0.1:${await freePort()}`];
    await expectRefusal(['trigger', 'domain.expired', '--key', String(key), '--url', url], 'ECONNREFUSED');
  });

  it('an unreachable PostgreSQL and an invalid setting', async () => {
    const DATABASE_URL = `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`;
    await Promise.all([
      expectRefusal(['tenants', 'list', '--json'], /^(?!.*hunter2).*DATABASE_URL.*ECONNREFUSED/, { DATABASE_URL }),
      expectRefusal(['keys', 'list', '--tenant', 'demo'], 'PORT', { PORT: 'abc', DATA_DIR: temporaryFolder() }),
    ]);
  });
});
