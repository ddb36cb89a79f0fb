import fc from 'fast-check';
import type { Caller } from './callers.js';
import type { Operation, Parameter } from './documents.js';
import { type FuzzedHeader, fuzzedHeaders, type Header } from './headers.js';
import { hostileText } from './hostile.js';
import { writeJson } from './json.js';
import { damagedJson, mutatedJson } from './mutations.js';
import { hostileSegment, oddParts, type QueryPart } from './targets.js';
import { validField, validValue } from './valid.js';

/** A request with tokens such as `{{tenant}}` for values of the running service. */
export interface FuzzedRequest {
  caller: Caller;
  method: string;
  /** Path parameters by name; the default is their token. */
  segments: Record<string, string>;
  query: QueryPart[];
  /** Values of the documented header parameters. */
  parameters: Header[];
  /** Fuzzed headers, see `withFuzzed`. */
  headers: FuzzedHeader[];
  body: string | Buffer | undefined;
}

type Part = Pick<FuzzedRequest, 'segments' | 'query' | 'headers' | 'body' | 'method'>;

/** Any request to an operation: nearly half of them valid, the others with one invalid part. */
export function requestTo(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const parameters = fc.tuple(
    ...parametersIn(operation, 'header')
      .filter(({ name }) => name !== 'X-Tenant')
      .map(parameter =>
        optionally(validQueryValue(operation, parameter).map((value): Header => [parameter.name, value])),
      ),
  );
  return fc
    .record({ caller: callerOf(operation), parameters, valid: validPart(operation), broken: brokenPart(operation) })
    .map(({ caller, parameters, valid, broken }) =>
      Object.assign({ caller, parameters: parameters.filter(header => header !== undefined) }, valid, broken),
    );
}

/** Valid requests by an authorized caller, the same in every run. */
export const sampleRequests = (operation: Operation, count: number): FuzzedRequest[] =>
  fc
    .sample(validPart(operation), { seed: 1, numRuns: count })
    .map(part => Object.assign(part, { caller: mainCaller(operation), parameters: [] }));

export const sampleRequest = (operation: Operation): FuzzedRequest => sampleRequests(operation, 1)[0]!;

const mainCaller = ({ service, path }: Operation): Caller => {
  if (service === 'portal') return 'operator';
  return path.startsWith('/api/v1/registrar/') ? 'live key' : 'key';
};

function callerOf(operation: Operation): fc.Arbitrary<Caller> {
  const others: Caller[] =
    operation.service === 'portal'
      ? ['developer', 'developer', 'anonymous']
      : ['key', 'live key', 'other tenant', 'anonymous'];
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(mainCaller(operation)) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

function validPart(operation: Operation): fc.Arbitrary<Part> {
  const query = fc.tuple(
    ...parametersIn(operation, 'query').map(parameter =>
      optionally(validQueryValue(operation, parameter).map((value): QueryPart => [parameter.name, value])),
    ),
  );
  return fc.record({
    method: fc.constant(operation.method),
    segments: fc.constant({}),
    query: query.map(parts => parts.filter(part => part !== undefined)),
    headers: fc.constant([]),
    body: operation.body ? validBody(operation).map(writeJson) : fc.constant(undefined),
  });
}

const validBody = (operation: Operation) => validValue(operation.id, operation.body);

/** Replaces a part of a valid request, often with nothing. */
function brokenPart(operation: Operation): fc.Arbitrary<Partial<Part>> {
  const only = <Name extends keyof Part>(name: Name, value: fc.Arbitrary<Part[Name]>, weight: number) => ({
    weight,
    arbitrary: value.map(value => ({ [name]: value }) as Partial<Part>),
  });
  const names = parametersIn(operation, 'path').map(({ name }) => name);
  return fc.oneof(
    { weight: 16, arbitrary: fc.constant({}) },
    only('headers', fuzzedHeaders, 7),
    only('query', brokenQuery(operation), parametersIn(operation, 'query').length > 0 ? 10 : 1),
    only(
      'method',
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'),
      1,
    ),
    ...(names.length > 0 ? [only('segments', brokenSegments(names), 3)] : []),
    ...(operation.body
      ? [only('body', mutatedJson(validBody(operation)), 10), only('body', damagedJson(validBody(operation)), 2)]
      : [only('body', fc.constantFrom('{}', '', 'x'), 1)]),
  );
}

const brokenSegments = (names: string[]) =>
  fc.tuple(fc.constantFrom(...names), hostileSegment).map(([name, value]) => ({ [name]: value }));

function brokenQuery(operation: Operation): fc.Arbitrary<QueryPart[]> {
  const parameters = parametersIn(operation, 'query');
  if (parameters.length === 0) return fc.array(oddParts, { minLength: 1, maxLength: 3 });
  const valid = fc
    .constantFrom(...parameters)
    .chain(parameter => validQueryValue(operation, parameter).map((value): QueryPart => [parameter.name, value]));
  const hostile = fc
    .tuple(fc.constantFrom(...parameters), hostileText)
    .map(([{ name }, value]): QueryPart => [name, value.slice(0, 1_000)]);
  return fc.array(fc.oneof(valid, hostile, oddParts), { minLength: 1, maxLength: 4 });
}

const validQueryValue = ({ id }: Operation, { name, schema }: Parameter): fc.Arbitrary<string> =>
  validField(id, name, schema).map(String);

const parametersIn = ({ parameters }: Operation, place: Parameter['in']): Parameter[] =>
  parameters.filter(parameter => parameter.in === place);

const optionally = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
