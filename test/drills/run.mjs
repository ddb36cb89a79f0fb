/** `npm run drill`: long tests that are not part of `npm test`. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../../apps/cli/prepare.mjs';
import { testPreviousRelease } from './previous-release.mjs';

const HELP = `Usage: npm run drill -- soak [--minutes 60] [--rate 200]
       npm run drill -- chaos [--faults 100] [--seed 1]
       npm run drill -- highly-available [--rate 50] [--faults NUMBER [--seed 1] [--minutes NUMBER]]
       npm run drill -- previous --ref v1.0.0

soak      sends requests at an even rate; memory, connections, tables and latency must not grow
chaos     stops, kills and pauses containers at random while purchases are made; none may be lost or made twice
highly-available
          kills and disconnects machines of deploy/highly-available while purchases are made at an even rate; none may be
          lost, and memory and connections must not grow. Runs each kind of fault once, or with --faults a random sequence of
          shorter faults, spread over at least --minutes
previous  runs the tests of an earlier release on the schema of this one, as during an upgrade and after a rollback

Soak and chaos start docker-compose.yml under another name with two APIs and two workers, and remove it at the end. They
need a container engine with docker compose. "highly-available" runs three machines as network namespaces, which needs root
on Linux, and the packages patroni, etcd-server, postgresql, redis-server, redis-sentinel, haproxy and iproute2. The report is printed and written to test/drills/results.
`;

const DEFAULTS = {
  soak: { minutes: '60', rate: '200' },
  chaos: { faults: '100', seed: '1' },
  'highly-available': { rate: '50', seed: '1' },
  previous: {},
};

const DRILLS = Object.keys(DEFAULTS);

const OPTIONS = {
  minutes: { type: 'string' },
  rate: { type: 'string' },
  faults: { type: 'string' },
  seed: { type: 'string' },
  ref: { type: 'string' },
  help: { type: 'boolean', default: false },
};

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    if (values.help) return null;
    const [drill = ''] = positionals;
    if (positionals.length !== 1 || !DRILLS.includes(drill)) throw new Error(`Name one drill: ${DRILLS.join(', ')}.`);
    if (drill === 'previous' && !values.ref) throw new Error('--ref must name a tag, a branch or a commit.');
    for (const name of ['minutes', 'rate', 'faults', 'seed'])
      if (!/^[1-9]\d{0,5}$/.test(values[name] ?? '1'))
        throw new Error(`--${name} must be a whole number from 1 to 999999.`);
    return { drill, ...DEFAULTS[drill], ...values };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
}

const settings = readArguments();
if (settings === null) {
  process.stdout.write(HELP);
  process.exit(0);
}
await prepare();
if (settings.drill === 'previous') process.exit(testPreviousRelease(settings.ref));
const { drill, minutes, rate, faults, seed } = settings;
const jest = [
  join(import.meta.dirname, '../../node_modules/.bin/jest'),
  '--config',
  join(import.meta.dirname, 'jest.config.mjs'),
];
const project = `nameyard-drill-${process.pid}`;
const child = spawn(process.execPath, [...jest, '--runInBand', `${drill}.drill.ts`], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
    REQUIRE_COMPOSE: '1',
    REQUIRE_SERVICES: '1',
    DRILL_PROJECT: project,
    DRILL_MINUTES: minutes,
    DRILL_RATE: rate,
    DRILL_FAULTS: faults,
    DRILL_SEED: seed,
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', code => {
  // A signal ends Jest before it has removed the containers. The machines of the other drill remove themselves.
  if (drill !== 'highly-available' && (code === null || code > 1)) removeContainers();
  process.exitCode = code ?? 1;
});

function removeContainers() {
  process.stderr.write('removing the containers\n');
  const options = { stdio: 'inherit', cwd: join(import.meta.dirname, '../..') };
  spawnSync('docker', ['compose', '--project-name', project, 'down', '--volumes', '--timeout', '5'], options);
  spawnSync('docker', ['image', 'rm', '--force', project], options);
}
