import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { TokenReadOnly } from '#identity/access';
import { docsOf, type ErrorSpec, type ErrorType, STATUSES } from '#platform/http/errors';
import { ERRORS_OF_BODIES, ERRORS_OF_EVERY_ROUTE, RouteNotFound } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { ErrorView, EXAMPLE_ORIGIN, Failure, REFUSAL_PREFIX } from '#platform/http/openapi';
import { headerRefs } from './headers.js';
import { type Operation, operationsOf, type Schema } from './operations.js';

/** Adds one response per error status to each operation, and one enum of all error codes to the document. */
export function describeFailures(document: OpenAPIObject): void {
  const codes = new Set<string>();
  for (const { method, operation } of operationsOf(document)) {
    const found = [...errorsOfForm(method, operation).map(({ spec }) => spec), ...extractErrors(operation)];
    const errors = [...new Map(found.map(error => [error.code, error])).values()];
    for (const status of new Set(errors.map(({ family }) => STATUSES[family])))
      operation.responses[status] = responseFor(errors.filter(({ family }) => STATUSES[family] === status));
    for (const { code } of errors) codes.add(code);
  }
  declareCodes(document.components!.schemas!, [...codes].sort());
}

/** Errors that follow from the method, body and parameters of an operation. */
function errorsOfForm(method: string, { requestBody, parameters = [], security = [] }: Operation): ErrorType[] {
  const has = (place: string) => parameters.some(parameter => 'in' in parameter && parameter.in === place);
  return [
    ...ERRORS_OF_EVERY_ROUTE,
    ...(method === 'get' ? [] : ERRORS_OF_BODIES),
    ...(method !== 'get' && security.some(scheme => 'token' in scheme) ? [TokenReadOnly] : []),
    ...(has('path') ? [RouteNotFound] : []),
    ...(requestBody || has('query') ? [ValidationFailed] : []),
  ];
}

/** Removes the errors that `@Refuses` added to the operation, and returns them. */
function extractErrors(operation: Operation): ErrorSpec[] {
  const extensions = operation as unknown as Record<string, unknown>;
  const names = Object.keys(extensions).filter(name => name.startsWith(REFUSAL_PREFIX));
  return names.map(name => {
    const spec = extensions[name] as ErrorSpec;
    delete extensions[name];
    return spec;
  });
}

function responseFor(errors: ErrorSpec[]) {
  const sorted = errors.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const lines = sorted.map(({ code, description }) => `\`${code}\`: ${description}`);
  const content = { schema: failureWith(sorted), examples: Object.fromEntries(sorted.map(exampleOf)) };
  return {
    description: lines.length === 1 ? lines[0]! : lines.map(line => `- ${line}`).join('\n'),
    headers: headersOf(sorted),
    content: { 'application/json': content },
  };
}

/** A header that only responses with some of the codes have is optional. */
function headersOf(errors: ErrorSpec[]) {
  const names = errors.flatMap(({ header }) => header ?? []);
  return headerRefs(
    Object.fromEntries(
      names.map(name => [name, errors.every(({ header }) => header === name) ? 'always' : 'sometimes']),
    ),
  );
}

/** The schema of failures with these codes. */
function failureWith(errors: ErrorSpec[]): Schema {
  const code = { type: 'string', enum: errors.map(({ code }) => code) };
  const error = { allOf: [{ $ref: getSchemaPath(ErrorView) }, { properties: { code } }] };
  return { allOf: [{ $ref: getSchemaPath(Failure) }, { properties: { error } }] };
}

function exampleOf({ code, description: message, retryable, details }: ErrorSpec) {
  const error = { code, message, retryable, docs: EXAMPLE_ORIGIN + docsOf(code), ...(details && { details }) };
  return [code, { value: { success: false, data: null, error } }];
}

function declareCodes(schemas: Record<string, Schema>, codes: string[]): void {
  schemas['ErrorCode'] = { type: 'string', enum: codes, description: 'All error codes of this document.' };
  const { properties } = schemas['ErrorView'] as { properties: Record<string, Schema> };
  properties['code'] = { $ref: '#/components/schemas/ErrorCode' };
}
