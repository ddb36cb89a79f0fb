import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './report/measure.mjs';
import { AGAINST_ROWS, GROWTH_ROWS, MEMORY_ROWS, ROWS } from './report/rows.mjs';
import { endStage, hasEnded, logProgress, PEERS } from './stage.mjs';

const HELP = `npm run bench                  the table of targets, measured side by side (about twenty minutes)
npm run bench -- --quick       the most important rows in less than a minute
npm run bench -- growth        the same requests with 10,000, a million and five million registrations, with 10,000 tenants,
                               and with one, two and three API processes (about a quarter of an hour)
npm run bench -- memory        resident memory of an API process over 1,000,000 requests (a few minutes)
npm run bench -- profile       CPU time of a request by function (about a minute)

  --only NAME     only rows whose name contains NAME; can be repeated
  --against PATH  also the same requests to another checkout, which is built; \`--only 'other checkout'\` measures only these
  --rounds N      number of rounds
  --seconds S     duration of a turn
  --strict        exit with 3 if a required bound is missed; invalid responses always exit with 1
  --help          print this help

Results are also written to test/bench/results. Only ratios can be compared, and only within one run.
`;

/** `heat` is the first warm-up of each kind of request. */
const SIZES = {
  quick: { rounds: 3, seconds: 0.5, warmUp: 0.1, heat: { responses: 8_000, seconds: 6 } },
  whole: { rounds: 5, seconds: 3, warmUp: 1, heat: { responses: 20_000, seconds: 10 } },
};

/** On a busy machine, a quick run has fewer rounds to stay below a minute. */
const QUICK_MS = 47_000;

const MAX_SHOWN = 20;

const CODES = { wrong: 1, usage: 2, missed: 3, interrupted: 130 };

/** The modules of the bench need autocannon, which may have to be installed. */
const COMMANDS = {
  async table(options) {
    const { contestsOf } = await import('./contests.mjs');
    const withinMs = options.quick ? QUICK_MS : undefined;
    return measure(
      { name: 'table', contests: contestsOf(options), rows: [...ROWS, ...AGAINST_ROWS], withinMs },
      options,
    );
  },
  async growth(options) {
    const { growthContests } = await import('./growth.mjs');
    return measure({ name: 'growth', contests: growthContests(options), rows: GROWTH_ROWS }, options);
  },
  async memory(options) {
    const { memoryContest } = await import('./growth.mjs');
    return measure({ name: 'memory', contests: [memoryContest()], rows: MEMORY_ROWS }, { ...options, rounds: 1 });
  },
  async profile(options) {
    const { profile } = await import('./profile.mjs');
    return profile(options);
  },
};

const options = read();
process.once('SIGINT', signal => void stop(CODES.interrupted, `\n${signal}: stopping all processes …`));
process.once('SIGTERM', signal => void stop(CODES.interrupted, `\n${signal}: stopping all processes …`));
process.once('uncaughtException', error => void stop(CODES.wrong, error.stack));
// The reader of the output may leave before the end; processes are stopped anyway.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
try {
  installPeers();
  logProgress('starting');
  conclude(await COMMANDS[options.command](options));
} catch (error) {
  // Errors after an interruption are expected.
  if (!hasEnded()) process.stderr.write(`${error.stack}\n`);
  process.exitCode ??= CODES.wrong;
}
await endStage();
process.exit();

function conclude({ problems, missed }) {
  if (missed.length > 0) process.stdout.write(`\nMissed: ${missed.join(' · ')}\n`);
  if (problems.length > 0) process.stdout.write(`\nInvalid responses:\n${problems.slice(0, MAX_SHOWN).join('\n')}\n`);
  if (problems.length > 0) process.exitCode = CODES.wrong;
  else if (missed.length > 0 && options.strict) process.exitCode = CODES.missed;
}

async function stop(code, message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
  await endStage();
  process.exit();
}

function read() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        against: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
      },
    });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    const { rounds, seconds, against, ...rest } = values;
    const [command = 'table', ...more] = positionals;
    if (!Object.hasOwn(COMMANDS, command) || more.length > 0)
      throw new Error(`Unknown command "${positionals.join(' ')}"; expected ${Object.keys(COMMANDS).join(', ')}.`);
    return {
      ...rest,
      ...SIZES[values.quick ? 'quick' : 'whole'],
      ...(rounds === undefined ? {} : { rounds: Math.ceil(positive('rounds', rounds)) }),
      ...(seconds === undefined ? {} : { seconds: positive('seconds', seconds) }),
      ...(against === undefined ? {} : { against: resolve(against) }),
      command,
    };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${HELP}`);
    return process.exit(CODES.usage);
  }
}

function positive(name, text) {
  const number = Number(text);
  if (number > 0) return number;
  throw new Error(`--${name} must be a number greater than 0, not "${text}".`);
}

/** Installs the load generator and the peers if they are missing. Rows of peers that cannot be installed are skipped. */
function installPeers() {
  const timeOf = file => statSync(join(PEERS, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf('node_modules/.package-lock.json') >= timeOf('package-lock.json')) return;
  process.stderr.write('Installing the load generator and peers (once; about a minute) …\n');
  const install = (...options) => {
    const args = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund', ...options];
    return spawnSync('npm', args, { cwd: PEERS, stdio: ['ignore', 2, 2] }).status === 0;
  };
  if (!install() && !install('--omit=dev')) throw new Error('npm could not install the load generator autocannon.');
}
