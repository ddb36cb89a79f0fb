/** Runs commands of the command line in this process, because starting Node.js for each costs a second of CPU time. */
import { run } from '../../dist/apps/cli/program.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Commands use the environment and the output of the process, so only one can run at a time. */
let last = Promise.resolve();

/** Returns the exit code and the output. `env` are all environment variables of the command. */
export function runInProcess(args, env) {
  const result = last.then(() => execute(args, env));
  last = result.catch(() => {});
  return result;
}

async function execute(args, env) {
  const exit = { code: 0, signal: null, stdout: '', stderr: '' };
  const { env: ownEnv, exitCode } = process;
  const restore = [capture('stdout', exit), capture('stderr', exit), ...SIGNALS.map(snapshotHandlers)];
  process.env = env;
  process.exitCode = 0;
  try {
    await run(args);
    exit.code = process.exitCode;
  } finally {
    process.env = ownEnv;
    process.exitCode = exitCode;
    for (const each of restore) each();
  }
  return exit;
}

/** Returns a function that removes handlers of a signal that were added since: a failed `start` leaves its own. */
function snapshotHandlers(signal) {
  const before = process.listeners(signal);
  return () => {
    for (const handler of process.listeners(signal)) if (!before.includes(handler)) process.off(signal, handler);
  };
}

function capture(stream, output) {
  const { write } = process[stream];
  process[stream].write = text => {
    output[stream] += text;
    return true;
  };
  return () => (process[stream].write = write);
}
