import { type Environment, ask, nameyard } from '../processes/nameyard.js';
import { freePort, temporaryFolder } from '../processes/places.js';
import { startPostgres } from '../processes/postgres.js';

let env: Environment;

beforeAll(async () => {
  env = { DATABASE_URL: (await startPostgres()).url };
  await ask(['migrate'], env);
});

/** One line on standard error that has the word in it, exit code 1, and nothing where a program would read. */
async function expectRefusal(args: string[], word: string | RegExp, other: Environment = env): Promise<void> {
  const { code, stdout, stderr } = await nameyard(args, other);
  expect({ args, stdout, lines: stderr.trimEnd().split('\n').length, code }).toEqual({
    args,
    stdout: '',
    lines: 1,
    code: 1,
  });
  expect(stderr).toMatch(word);
  expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
}

describe('what a command refuses', () => {
  it('a tenant that exists, and a slug that is none', async () => {
    await Promise.all([
      expectRefusal(['tenants', 'create', 'demo', '--json'], 'demo'),
      expectRefusal(['tenants', 'create', 'No Slug'], /slug|lower-case/i),
    ]);
  });

  it('a key for a tenant that is not there, with a permission of the other scope, or with a limit of nothing', async () => {
    await Promise.all([
      expectRefusal(['keys', 'create', '--tenant', 'nobody', '--json'], 'nobody'),
      expectRefusal(['keys', 'create', '--tenant', 'demo', '--permissions', 'registrar.order'], 'registrar.order'),
      expectRefusal(['keys', 'create', '--tenant', 'demo', '--limit', '0'], /limit/i),
    ]);
  });

  it('a key that is not there, and a change that changes nothing', async () => {
    await Promise.all([
      expectRefusal(['keys', 'revoke', 'key_0', '--json'], 'key_0'),
      expectRefusal(['keys', 'set', 'key_0'], '--permissions or --limit'),
    ]);
  });

  it('an account with no role, no address, no tenant, or for somebody who has one; and to lock the last operator out', async () => {
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

  it('the kill switch without a reason that can be read', async () => {
    await expectRefusal(['registrar', 'off', '--reason', ' '], /reason/i);
  });

  it('a command, an option or a value that it does not know', async () => {
    await Promise.all([
      expectRefusal(['tenants', 'destroy'], 'destroy'),
      expectRefusal(['tenants', 'list', '--yaml'], '--yaml'),
      expectRefusal(['keys', 'create', '--tenant', 'demo', '--limit', 'many'], '--limit'),
      expectRefusal(['registrar', 'on'], '--reason'),
    ]);
  });

  it('to guess when no PostgreSQL answers, or a setting is wrong', async () => {
    const DATABASE_URL = `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`;
    await Promise.all([
      expectRefusal(['tenants', 'list', '--json'], /^(?!.*hunter2).*DATABASE_URL.*ECONNREFUSED/, { DATABASE_URL }),
      expectRefusal(['keys', 'list', '--tenant', 'demo'], 'PORT', { PORT: 'abc', DATA_DIR: temporaryFolder() }),
    ]);
  });
});
