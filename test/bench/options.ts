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

export const HELP = `npm run bench                  the table of targets, measured side by side (about ten minutes)
npm run bench -- --quick       the most telling rows of it in less than a minute
npm run bench -- growth        the same requests at 10,000, a million and five million registrations, at 10,000 tenants,
                               and with one, two and three API processes (about a quarter of an hour)
npm run bench -- memory        resident memory of an API process over 1,000,000 requests (some minutes)
npm run bench -- profile       where the processor time of a request goes (about a minute)

  --only NAME     only rows with this in their name; may be given several times
  --rounds N      how often everybody has a turn
  --seconds S     how long a turn is measured
  --strict        end with 3 when a "must" is missed; wrong answers always end with 1
  --help          this

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
  throw new Error(`There is ${COMMANDS.join(', ')}, and not "${[command, ...more].join(' ')}".`);
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (number > 0) return number;
  throw new Error(`--${name} takes a number above 0, not "${text}".`);
}
