import type { Body, Data } from '../client/index.js';

type Verified = Data<'verify'>;
type Entry = Verified['matches'][number];

/** Message of a failed verification: what was expected, and what was found instead. */
export function describeFailure(expected: Body<'verify'>, { count, reasons = [], matches, nearest }: Verified): string {
  const list = (title: string, entries: Entry[]) =>
    entries.length > 0 ? [`${title}:`, ...entries.map(entry => `  ${describeEntry(entry)}`)] : [];
  return [
    `Expected ${describeExpectation(expected)}, but found ${count}.`,
    ...reasons.filter(reason => !isAboutCount(reason)).map(reason => `${capitalized(reason)}.`),
    ...list('Found', matches),
    ...list('Nearest misses', nearest),
    ...(matches.length + nearest.length === 0 ? ['There was nothing similar.'] : []),
  ].join('\n');
}

/** The first line of the message already states the count. */
const isAboutCount = (reason: string) => /\bmatch(es)?, found/.test(reason);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function describeExpectation(expected: Body<'verify'>): string {
  const { times, within } = expected;
  const delivery = 'delivery' in expected ? expected.delivery : undefined;
  const fields = 'request' in expected ? expected.request : delivery;
  const [one, many] = delivery ? ['webhook delivery', 'webhook deliveries'] : ['request', 'requests'];
  const wait = within ? ` within ${within}` : '';
  const limits = describeTimes(times);
  return `${limits} ${/^(?:at least )?1$/.test(limits) ? one : many} with ${describeFields(fields ?? {})}${wait}`;
}

function describeTimes(times: Body<'verify'>['times']): string {
  if (typeof times === 'number') return `${times}`;
  const { min, max } = times ?? {};
  if (max === undefined || max === null) return `at least ${min ?? 1}`;
  const least = min ?? Math.min(1, max);
  return least === max ? `${max}` : `${least} to ${max}`;
}

/** `operation: checkout, status: 201`; without empty fields. */
function describeFields(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return given.map(([name, value]) => `${name}: ${value}`).join(', ') || 'any fields';
}

function describeEntry(entry: Entry): string {
  if ('delivery_id' in entry) {
    const { at, event, domain, receiver, state, attempts } = entry;
    return `${at} ${describeFields({ event, domain, receiver, state, attempts })}`;
  }
  const { at, operation, domain, status, code, faulted, request_id } = entry;
  return `${at} ${describeFields({ operation, domain, status, code, faulted, request_id })}`;
}
