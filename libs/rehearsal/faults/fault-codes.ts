import { errorsOf, type OperationName, OPERATIONS } from '#access';
import type { ErrorSpec } from '#platform/errors';
import { InternalError, ServiceUnavailable } from '#platform/http';
import { BadGateway, GatewayTimeout } from '../model/errors.js';

/** Errors that every operation can fail with. */
const COMMON_ERRORS = [InternalError, BadGateway, ServiceUnavailable, GatewayTimeout];

type Errors = ReadonlyMap<string, ErrorSpec>;

const cached = new Map<OperationName | null, Errors>();

/** The errors that faults can simulate for an operation, by code; with null, for any operation. */
export function errorsByCode(operation: OperationName | null): Errors {
  const errors = cached.get(operation) ?? collect(operation);
  cached.set(operation, errors);
  return errors;
}

function collect(operation: OperationName | null): Errors {
  const documented = operation === null ? OPERATIONS.flatMap(errorsOf) : errorsOf(operation);
  return new Map([...documented, ...COMMON_ERRORS.map(({ spec }) => spec)].map(spec => [spec.code, spec]));
}
