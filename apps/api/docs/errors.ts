import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ErrorSpec, specOf } from '#platform/errors';
import { STATUSES } from '#platform/http';

const INTRODUCTION = `# Errors

A failed request gets an envelope with \`error.code\` and \`error.message\`. Programs should use the code, because the
text of the message may change. If a response has a \`Retry-After\` header, the same request can succeed after that time
(in seconds); send it with the same idempotency key.`;

/** The page about the errors of a document's operations, in Markdown. */
export function describeErrors(document: OpenAPIObject): string {
  const { enum: codes } = document.components!.schemas!['ErrorCode'] as { enum: string[] };
  const errors = codes.map(code => specOf(code)!);
  const statuses = [...new Set(errors.map(({ family }) => STATUSES[family]))].toSorted((a, b) => a - b);
  const sections = statuses.map(status =>
    sectionOf(
      status,
      errors.filter(({ family }) => STATUSES[family] === status),
    ),
  );
  return [INTRODUCTION, ...sections].join('\n\n');
}

function sectionOf(status: number, errors: ErrorSpec[]): string {
  const rows = errors.map(
    ({ code, description, advice = '', header }) =>
      `| \`${code}\` | ${description} | ${advice} | ${header === 'Retry-After' ? 'After `Retry-After`' : 'No'} |`,
  );
  return [
    `## ${status} ${STATUS_CODES[status]}`,
    '',
    '| Code | Description | What to do | Retry |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
