import type { Operation } from '../documents.js';
import { HOSTILE_INSTANTS, INHERITED_NAMES } from '../hostile.js';
import { Members } from '../json.js';
import { placesIn, withMember } from '../body-paths.js';
import type { Probe } from '../probe.js';
import { type FuzzedRequest, sampleRequest } from '../requests.js';

// oxlint-disable no-explicit-any -- JSON values of any shape

/** Path segments that fail in many services; generated requests have more. */
const SEGMENTS = ['%00', 'a%00b', '%ff', '%ed%a0%80', '%', '..%2f', '%0d%0a', '-1', 'constructor', '__proto__'];

/** A valid request with some of its parts replaced. */
const varied = (operation: Operation, part: Partial<FuzzedRequest>): FuzzedRequest => ({
  ...sampleRequest(operation),
  ...part,
});

const idsInPath = (operation: Operation): FuzzedRequest[] =>
  operation.parameters
    .filter(parameter => parameter.in === 'path')
    .flatMap(({ name }) => SEGMENTS.map(segment => varied(operation, { segments: { [name]: segment } })));

const instantsInQuery = (operation: Operation): FuzzedRequest[] =>
  operation.parameters
    .filter(({ schema }) => schema.format === 'date-time')
    .flatMap(({ name }) => HOSTILE_INSTANTS.map(instant => varied(operation, { query: [[name, instant]] })));

function instantsInBody(operation: Operation): FuzzedRequest[] {
  const members = Object.entries<any>(operation.body?.properties ?? {});
  return members
    .filter(([, { format }]) => format === 'date-time')
    .flatMap(([name]) => HOSTILE_INSTANTS.map(instant => withMember(sampleRequest(operation), [name], instant)));
}

const INHERITING = [
  new Members(INHERITED_NAMES.map(name => [name, 1])),
  new Members([['constructor', 1]]),
  new Members([['__proto__', null]]),
];

const inheritedMembers = (operation: Operation): FuzzedRequest[] =>
  placesIn(operation.body).flatMap(place =>
    INHERITING.map(value => withMember(sampleRequest(operation), place, value)),
  );

/** Values that are difficult to handle, in every operation. */
export function describeHostileValues(probe: () => Probe): void {
  it('cause no error with an impossible id in the path', () => sendAll(probe(), idsInPath));
  it('cause no error with an unusual date-time in the query', () => sendAll(probe(), instantsInQuery));
  it('cause no error with an unusual date-time in the body', () => sendAll(probe(), instantsInBody));
  it('cause no error with fields that every object inherits', () => sendAll(probe(), inheritedMembers));
}

/** Sends the requests to every operation and throws the first failure of each operation. */
async function sendAll(probe: Probe, requestsTo: (operation: Operation) => FuzzedRequest[]): Promise<void> {
  const failures: string[] = [];
  for (const operation of probe.environment.operations) {
    const failure = await firstFailure(probe, operation, requestsTo(operation));
    if (failure) failures.push(`${operation.id}: ${failure.message}`);
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
}

async function firstFailure(probe: Probe, operation: Operation, requests: FuzzedRequest[]): Promise<Error | undefined> {
  for (const request of requests) {
    try {
      await probe.answerTo(operation, request);
    } catch (error) {
      return error as Error;
    }
  }
  return undefined;
}
