import { growth } from './growth.js';
import type { Verdict } from './measure.js';
import { memory } from './memory.js';
import { HELP, type Options, readOptions } from './options.js';
import { installPeers } from './peers/install.js';
import { profile } from './profile/profile.js';
import { logProgress } from './report/progress.js';
import { Stage } from './stage/stage.js';
import { table } from './table.js';

/** Exit codes. */
const CODES = { fine: 0, wrong: 1, usage: 2, missed: 3, interrupted: 130 };

const MAX_SHOWN = 20;

const options = read();
const stage = new Stage();
process.once('SIGINT', signal => void interrupted(signal));
process.once('SIGTERM', signal => void interrupted(signal));
process.once('uncaughtException', error => void broken(error));
// The reader of the output may leave before the end; processes are stopped anyway.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
try {
  installPeers();
  logProgress('starting');
  const verdict = await { table, growth, memory, profile }[options.command](stage, options);
  conclude(verdict);
} catch (error) {
  // Errors after an interruption are expected.
  if (!stage.hasEnded) process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode ??= CODES.wrong;
}
await stage.end();
process.exit();

function conclude({ problems, missed }: Verdict): void {
  if (missed.length > 0) process.stdout.write(`\nMissed: ${missed.join(' · ')}\n`);
  if (problems.length > 0) process.stdout.write(`\nInvalid responses:\n${problems.slice(0, MAX_SHOWN).join('\n')}\n`);
  if (problems.length > 0) process.exitCode = CODES.wrong;
  else if (missed.length > 0 && options.strict) process.exitCode = CODES.missed;
}

function read(): Options {
  try {
    const options = readOptions(process.argv.slice(2));
    if (!options.help) return options;
    process.stdout.write(HELP);
    return process.exit(CODES.fine);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    return process.exit(CODES.usage);
  }
}

/** Handles an error during a load. */
async function broken(error: Error): Promise<void> {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = CODES.wrong;
  await stage.end();
  process.exit();
}

async function interrupted(signal: NodeJS.Signals): Promise<void> {
  process.stderr.write(`\n${signal}: stopping all processes …\n`);
  process.exitCode = CODES.interrupted;
  await stage.end();
  process.exit();
}
