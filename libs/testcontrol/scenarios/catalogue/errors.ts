import { type OperationName, OPERATIONS } from '#identity/access';
import { type ErrorSpec, specOf, STATUSES } from '#platform/http/errors';
import type { Expectation, Scenario } from '../../contract.js';
import { errorsByCode } from '../../faults/fault-codes.js';
import { faulted, withFault } from './calls.js';
import { type Cause, causesOf } from './cause.js';
import { OTHER_OPERATIONS, PURCHASES } from './causes.js';

/**
 * Scenarios for errors, by status. Errors without a cause are simulated for operations that support faults, and omitted for
 * the others (`NOT_REHEARSABLE`).
 */
export const errorScenarios = (): Scenario[] =>
  [
    ...OPERATIONS.flatMap(purchaseErrors),
    ...Object.entries(OTHER_OPERATIONS).flatMap(([name, operation]) =>
      causesOf(operation).map(cause => scenarioOf(name, cause)),
    ),
  ].toSorted((a, b) => a.expect.status! - b.expect.status!);

function purchaseErrors(operation: OperationName): Scenario[] {
  const purchase = PURCHASES[operation];
  const causes = [
    ...causesOf(purchase),
    { code: 'INVALID_FAULT', request: withFault(purchase.call, 'delay;ms=never') },
  ];
  return [...errorsByCode(operation).values()].flatMap(error => {
    const found = causes.filter(({ code }) => code === error.code);
    return found.length > 0 ? found.map(cause => scenarioOf(operation, cause)) : [simulated(operation, error)];
  });
}

function scenarioOf(operation: string, { code, variant, given = [], request, events }: Cause): Scenario {
  const error = specOf(code)!;
  const headers = error.header && error.headerValue ? { [error.header.toLowerCase()]: error.headerValue } : undefined;
  return {
    id: [operation, code, variant].filter(Boolean).join('.'),
    title: titleOf(error),
    operation,
    given,
    request,
    expect: { ...failure(error), ...(headers && { headers }), ...(events && { events }) },
  };
}

function simulated(operation: OperationName, error: ErrorSpec): Scenario {
  const { code, header, headerValue = '1' } = error;
  return {
    id: `${operation}.${code}`,
    title: `${titleOf(error)} (simulated)`,
    operation,
    given: [],
    request: withFault(PURCHASES[operation].call, `error;code=${code}`),
    expect: faulted({ ...failure(error), ...(header && { headers: { [header.toLowerCase()]: headerValue } }) }),
  };
}

const failure = ({ family, code }: ErrorSpec): Expectation => ({ status: STATUSES[family], code });

/** The first sentence of the description, without its formatting. */
const titleOf = ({ description }: ErrorSpec): string => description.replaceAll('`', '').replace(/\.( .*)?$/s, '');
