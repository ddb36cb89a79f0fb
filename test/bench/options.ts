import type { Pace } from './load/drive.js';
import { parseArgs } from 'node:util';

export interface Options extends Omit<Pace, 'connections'> {
  command: (typeof COMMANDS)[number];
  quick: boolean;
  strict: boolean;
  only: string[];
  rounds: number;
  help: boolean;
}

const COMMANDS = ['table', 'growth', 'memory', 'profile'] as const;

export const HELP = `npm run bench                  the table of targets, measured side by side (about twenty minutes)
npm run bench -- --quick       the most important rows in less than a minute
npm run bench -- growth        the same requests with 10,000, a million and five million registrations, with 10,000 tenants,
                               and with one, two and three API processes (about a quarter of an hour)
npm run bench -- memory        resident memory of an API process over 1,000,000 requests (a few minutes)
npm run bench -- profile       CPU time of a request by function (about a minute)

  --only NAME     only rows whose name contains NAME; can be repeated
  --rounds N      number of rounds
  --seconds S     duration of a turn
  --strict        exit with 3 if a required bound is missed; invalid responses always exit with 1
  --help          print this help

Results are also written to test/bench/results. Only ratios can be compared, and only within one run.
`;

const SIZES = {
  quick: { rounds: 3, seconds: 0.5, warmUp: 0.1, heat: { responses: 8_000, seconds: 6 } },
  whole: { rounds: 5, seconds: 3, warmUp: 1, heat: { responses: 20_000, seconds: 10 } },
};

/** @throws Error that describes the invalid arguments */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  const { rounds, seconds, ...rest } = values;
  const sizes = values.quick ? SIZES.quick : SIZES.whole;
  return {
    ...rest,
    ...sizes,
    ...(rounds === undefined ? {} : { rounds: Math.ceil(positive('rounds', rounds)) }),
    ...(seconds === undefined ? {} : { seconds: positive('seconds', seconds) }),
    command: commandOf(positionals),
  };
}

function commandOf([command = 'table', ...more]: string[]): Options['command'] {
  const known = COMMANDS.find(name => name === command);
  if (known && more.length === 0) return known;
  throw new Error(`Unknown command "${[command, ...more].join(' ')}"; expected ${COMMANDS.join(', ')}.`);
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (number > 0) return number;
  throw new Error(`--${name} must be a number greater than 0, not "${text}".`);
}
