import type { Operation } from '../documents.js';
import { HEADER_NAMES } from '../headers.js';
import { manyMembers } from '../hostile.js';
import { RawJson } from '../json.js';
import { placesIn, withMember } from '../body-paths.js';
import type { Probe } from '../probe.js';
import { type FuzzedRequest, sampleRequest } from '../requests.js';

/** Maximum CPU time of one request in milliseconds; a typical full-size request takes less than a fifth. */
const MAX_CPU_MS = 50;
const TRIES = 5;

/** Headers that only the portal reads; the API reads all others. */
const PORTAL_HEADERS = [
  'Cookie',
  'Origin',
  'Sec-Fetch-Site',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
];

const REPEATED = [' ', '\t', ';', ',', 'a', 'a='];
const PREFIXES: Record<string, string> = {
  Accept: 'application/json',
  Authorization: 'Bearer ',
  'Content-Type': 'application/json',
  Cookie: 'nameyard_session=',
};

/** Values of nearly 64 KiB. */
const LARGE: Record<string, unknown> = {
  'many members': manyMembers(4_500),
  'many objects': new RawJson(`[${'{},'.repeat(20_000)}{}]`),
  'many numbers': new RawJson(`[${'0,'.repeat(31_000)}0]`),
  'deep objects': new RawJson(`[${`${'{"a":'.repeat(50)}1${'}'.repeat(50)},`.repeat(200)}0]`),
  text: 'a@a. '.repeat(12_000),
};

/** Large requests, whose cost must be proportional to their size. */
export function describeCost(probe: () => Probe): void {
  const operationOf = (id: string): Operation => probe().environment.operations.find(operation => operation.id === id)!;

  it.each([
    ['searchDomain', HEADER_NAMES],
    ['whoAmI', PORTAL_HEADERS],
  ])('use little CPU time for a header of 15 KB: %s', async (id, names) => {
    const costly: string[] = [];
    for (const name of names)
      for (const text of REPEATED) {
        const value = `${PREFIXES[name] ?? ''}${text.repeat(14_900 / text.length)}x`;
        const headers = [{ header: [name, value] as [string, string], isDuplicate: false }];
        const request = { ...sampleRequest(operationOf(id)), headers };
        if (await isCostly(probe(), operationOf(id), request)) costly.push(`${name}: ${JSON.stringify(text)} repeated`);
      }
    expect(costly).toEqual([]);
  });

  it('use little CPU time for a body of 64 KiB in any operation', async () => {
    const costly: string[] = [];
    for (const operation of probe().environment.operations.filter(({ body }) => body)) {
      const title = await costlyPlace(probe(), operation);
      if (title) costly.push(`${operation.id}: ${title}`);
    }
    expect(costly).toEqual([]);
  });

  it('use little CPU time for a body of 64 KiB with an idempotency key', async () => {
    const costly: string[] = [];
    const operation = operationOf('placeOrder');
    for (const [title, value] of Object.entries(LARGE)) {
      const request = withMember(sampleRequest(operation), ['unknown'], value);
      const key: [string, string] = ['X-Idempotency-Key', title.replaceAll(' ', '-')];
      if (await isCostly(probe(), operation, { ...request, parameters: [key] })) costly.push(title);
    }
    expect(costly).toEqual([]);
  });
}

/** The first place in a body where a large value is costly. */
async function costlyPlace(probe: Probe, operation: Operation): Promise<string | undefined> {
  for (const place of [...placesIn(operation.body), ['unknown']])
    for (const [title, value] of Object.entries(LARGE))
      if (await isCostly(probe, operation, withMember(sampleRequest(operation), place, value)))
        return `${title} in ${place.join('.') || 'the body'}`;
  return undefined;
}

/**
 * Whether all of several tries take too much CPU time, beyond that of an ordinary request: hashing a password takes time as
 * well. A single slow try may be caused by a busy machine.
 */
async function isCostly(probe: Probe, operation: Operation, request: FuzzedRequest): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const cost = await probe.costOf(operation, request);
    if (cost <= MAX_CPU_MS) return false;
    if (cost - (await probe.costOf(operation, sampleRequest(operation))) <= MAX_CPU_MS) return false;
  }
  return true;
}
