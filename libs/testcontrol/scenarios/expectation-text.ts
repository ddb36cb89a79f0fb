import type { Ending, Expectation } from '../contract.js';

const ENDINGS: Record<Ending, string> = {
  reset: 'connection reset',
  timeout: 'no response',
  truncated: 'truncated response',
};

/** The status and code, or how the connection ends. */
export const summaryOf = ({ status, code, outcome }: Expectation): string =>
  outcome ? ENDINGS[outcome] : [status ?? 'success', code].filter(part => part !== undefined).join(' ');

/** An expected or actual outcome in lines for people. */
export const linesOf = (outcome: Expectation): string[] => [
  summaryOf(outcome),
  ...Object.entries(outcome.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ...(outcome.data ? [`data: ${JSON.stringify(outcome.data)}`] : []),
  ...(outcome.events ? [`events: ${outcome.events.join(', ') || 'none'}`] : []),
];
