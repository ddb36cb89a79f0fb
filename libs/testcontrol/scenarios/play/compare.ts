import type { Expectation } from '../../contract.js';

/** One sentence for each difference between the actual and the expected outcome. Compares events only if they were read. */
export function differencesOf(expected: Expectation, actual: Expectation): string[] {
  return [
    ...differs('outcome', expected.outcome ?? 'response', actual.outcome ?? 'response'),
    ...(actual.outcome === undefined && expected.outcome === undefined ? differencesOfResponse(expected, actual) : []),
    ...(actual.events === undefined ? [] : differs('events', expected.events, actual.events)),
  ];
}

/** Without an expected status, the response must be a success. */
const differencesOfResponse = (expected: Expectation, actual: Expectation): string[] => [
  ...(expected.status === undefined ? differencesOfSuccess(actual) : differs('status', expected.status, actual.status)),
  ...differs('code', expected.code, actual.code),
  ...differs('headers', expected.headers ?? {}, actual.headers ?? {}),
  ...differs('data', expected.data ?? {}, actual.data ?? {}),
];

const differencesOfSuccess = ({ status = 0 }: Expectation): string[] =>
  status < 400 ? [] : [`status must be that of a success, but is ${status}.`];

/** Objects may have more members than expected; lists have the same length. */
function differs(path: string, expected: unknown, actual: unknown): string[] {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((item, index) => differs(`${path}.${index}`, item, actual[index]));
  if (isObject(expected) && isObject(actual))
    return Object.entries(expected).flatMap(([name, value]) => differs(`${path}.${name}`, value, actual[name]));
  return expected === actual ? [] : [`${path} must be ${textOf(expected)}, but is ${textOf(actual)}.`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
