import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the installed browser, if any; first the one that needs least CPU time. */
export const CHROMIUM = findProgram(
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
);

interface Requirement {
  isPresent: () => boolean;
  /** Environment variable that, when set to 1, turns a skipped test into a failed one. */
  enforcedBy: 'REQUIRE_SERVICES' | 'REQUIRE_COMPOSE';
}

/** Programs that some tests need and not every machine has. */
const REQUIREMENTS = {
  bash: service(() => succeeds('bash', '--version')),
  chromium: service(() => CHROMIUM !== undefined),
  composer: service(() => succeeds('composer', '--version') && succeeds('phpunit', '--version')),
  fish: service(() => succeeds('fish', '--version')),
  go: service(() => succeeds('go', 'version')),
  haproxy: service(() => succeeds('haproxy', '-v')),
  javac: service(() => succeeds('javac', '--version')),
  jq: service(() => succeeds('jq', '--version')),
  kubectl: service(() => succeeds('kubectl', 'version', '--client')),
  mvn: service(() => succeeds('mvn', '--version')),
  openssl: service(() => succeeds('openssl', 'version')),
  pgbouncer: service(() => succeeds('pgbouncer', '--version')),
  php: service(() => succeeds('php', '-r', "new PDO('sqlite::memory:');")),
  phpunit: service(() => succeeds('phpunit', '--version') && succeeds('php', '-r', 'curl_init();')),
  promtool: service(() => succeeds('promtool', '--version')),
  python3: service(() => succeeds('python3', '--version')),
  'redis-server': service(() => succeeds('redis-server', '--version')),
  zsh: service(() => succeeds('zsh', '--version')),
  'patroni, etcd, PostgreSQL, redis-sentinel, haproxy, iproute2 and root': service(
    () =>
      process.getuid?.() === 0 &&
      existsSync('/usr/lib/postgresql') &&
      [
        ['patroni', '--version'],
        ['etcd', '--version'],
        ['redis-sentinel', '--version'],
        ['haproxy', '-v'],
        ['ip', '-V'],
      ].every(([command = '', version = '']) => succeeds(command, version)),
  ),
  'docker compose': {
    isPresent: () => succeeds('docker', 'compose', 'version'),
    enforcedBy: 'REQUIRE_COMPOSE',
  },
  'a container engine with docker compose': {
    isPresent: () => succeeds('docker', 'info') && succeeds('docker', 'compose', 'version'),
    enforcedBy: 'REQUIRE_COMPOSE',
  },
} satisfies Record<string, Requirement>;

/**
 * A `describe` whose tests need a program. Without the program they are skipped and their title says why, or they
 * fail if the environment demands the program. No other way to skip a test exists; the linter rejects it.
 * @param obstacle why the tests cannot run although the program is present; they are skipped in every environment
 */
export function describeWith(
  requirement: keyof typeof REQUIREMENTS,
  name: string,
  tests: () => void,
  obstacle: () => string | undefined = () => undefined,
): void {
  const { isPresent, enforcedBy } = REQUIREMENTS[requirement];
  if (isPresent()) {
    const reason = obstacle();
    if (reason === undefined) describe(name, tests);
    else describe.skip(`${name} (skipped: ${reason})`, tests);
  } else if (process.env[enforcedBy] === '1')
    describe(name, () => {
      it(`needs ${requirement}`, () => {
        throw new Error(`${enforcedBy}=1 is set, and this machine lacks ${requirement}.`);
      });
    });
  else describe.skip(`${name} (skipped: this machine lacks ${requirement})`, tests);
}

function service(isPresent: () => boolean): Requirement {
  return { isPresent, enforcedBy: 'REQUIRE_SERVICES' };
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 60_000 }).status === 0;
}

function findProgram(...names: string[]): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
