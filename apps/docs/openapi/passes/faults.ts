import type { OpenAPIObject } from '@nestjs/swagger';
import { ControlDisabled, OPERATION_EXTENSION } from '#identity/access';
import type { ErrorType } from '#platform/http/errors';
import { REFUSAL_PREFIX } from '#platform/http/openapi';
import { ERRORS_OF_FAULTS, ERRORS_ON_LIVE } from '#testcontrol';
import { type Operation, operationsOf } from './operations.js';

export const FAULT_HEADER = 'Sandbox-Fault';

/** Describes the header `Sandbox-Fault`, and the errors that it can cause. */
export function describeFaults(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const extensions = operation as unknown as Record<string, unknown>;
    if (extensions[OPERATION_EXTENSION] !== undefined) {
      operation.parameters = [...(operation.parameters ?? []), PARAMETER];
      addErrors(operation, [ControlDisabled, ...ERRORS_OF_FAULTS]);
    } else if (operation.tags?.includes('Live registrar')) addErrors(operation, ERRORS_ON_LIVE);
    delete extensions[OPERATION_EXTENSION];
  }
}

const PARAMETER = {
  name: FAULT_HEADER,
  in: 'header' as const,
  required: false,
  description:
    'Makes this request fail: `error;code=RATE_LIMITED`, `delay;ms=2000`, `hang`, `reset` or `truncate;bytes=20`, as a structured field (RFC 8941). `phase=after` lets it take effect before it fails. At a checkout, `webhook;effect=duplicate` and other effects change how its event is delivered. Requires the permission `sandbox.control`. See [Faults](/docs/faults).',
  example: 'error;code=RATE_LIMITED',
  schema: { type: 'string' as const },
};

const addErrors = (operation: Operation, errors: ErrorType[]) =>
  Object.assign(operation, Object.fromEntries(errors.map(({ spec }) => [REFUSAL_PREFIX + spec.code, spec])));
