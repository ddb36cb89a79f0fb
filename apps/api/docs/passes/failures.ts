import type { ErrorType } from '#platform/errors';
import { STATUSES } from '#platform/http';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { commonRefusals, type DocumentedRefusal, ErrorView, Failure, REFUSAL_PREFIX } from '#platform/openapi';
import { headerRefs } from './headers.js';
import { type Operation, operationsOf, type Schema } from './operations.js';

/** Makes one response per status of all refusals of an operation, and one enum of all codes of the document. */
export function describeFailures(document: OpenAPIObject): void {
  const codes = new Set<string>();
  for (const { method, operation } of operationsOf(document)) {
    const refusals = [...commonRefusals({ ...operation, method }), ...extractRefusals(operation)];
    const unique = [...new Map(refusals.map(refusal => [refusal.code, refusal])).values()];
    for (const status of new Set(unique.map(refusal => refusal.status)))
      operation.responses[status] = responseFor(unique.filter(refusal => refusal.status === status));
    for (const { code } of unique) codes.add(code);
  }
  declareCodes(document.components!.schemas!, [...codes].sort());
}

/** Removes the refusals that decorators added to the operation, and returns them. */
function extractRefusals(operation: Operation): DocumentedRefusal[] {
  const extensions = operation as unknown as Record<string, unknown>;
  const names = Object.keys(extensions).filter(name => name.startsWith(REFUSAL_PREFIX));
  return names.map(name => {
    const refusal = extensions[name] as DocumentedRefusal | ErrorType['spec'];
    delete extensions[name];
    if (!('family' in refusal)) return refusal;
    const { family, code, description: meaning, header } = refusal;
    return { status: STATUSES[family], code, meaning, header };
  });
}

function responseFor(refusals: DocumentedRefusal[]) {
  const sorted = refusals.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const lines = sorted.map(({ code, meaning }) => `\`${code}\`: ${meaning}`);
  const content = { schema: failureWith(sorted), examples: Object.fromEntries(sorted.map(exampleOf)) };
  return {
    description: lines.length === 1 ? lines[0]! : lines.map(line => `- ${line}`).join('\n'),
    headers: headersOf(sorted),
    content: { 'application/json': content },
  };
}

/** A header that only some of the codes bring is optional. */
function headersOf(refusals: DocumentedRefusal[]) {
  const names = refusals.flatMap(({ header }) => header ?? []);
  return headerRefs(
    Object.fromEntries(
      names.map(name => [name, refusals.every(({ header }) => header === name) ? 'always' : 'sometimes']),
    ),
  );
}

/** Any failure, narrowed to these codes. */
function failureWith(refusals: DocumentedRefusal[]): Schema {
  const code = { type: 'string', enum: refusals.map(refusal => refusal.code) };
  const error = { allOf: [{ $ref: getSchemaPath(ErrorView) }, { properties: { code } }] };
  return { allOf: [{ $ref: getSchemaPath(Failure) }, { properties: { error } }] };
}

const DETAILS = [{ field: 'owner.email', message: 'must be an e-mail address' }];

function exampleOf({ code, meaning: message }: DocumentedRefusal) {
  const error = code === 'VALIDATION_FAILED' ? { code, message, details: DETAILS } : { code, message };
  return [code, { value: { success: false, data: null, error } }];
}

function declareCodes(schemas: Record<string, Schema>, codes: string[]): void {
  schemas['ErrorCode'] = { type: 'string', enum: codes, description: 'All error codes of this document.' };
  const { properties } = schemas['ErrorView'] as { properties: Record<string, Schema> };
  properties['code'] = { $ref: '#/components/schemas/ErrorCode' };
}
