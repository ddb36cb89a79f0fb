import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ErrorSpec, specOf, STATUSES } from '#platform/errors';

/** Tables of the errors of a document's operations by status, in Markdown. */
export function errorTables(document: OpenAPIObject): string {
  const { enum: codes } = document.components!.schemas!['ErrorCode'] as { enum: string[] };
  const errors = codes.map(code => specOf(code)!);
  const statuses = [...new Set(errors.map(({ family }) => STATUSES[family]))].toSorted((a, b) => a - b);
  const withStatus = (status: number) => errors.filter(({ family }) => STATUSES[family] === status);
  return statuses.map(status => sectionOf(status, withStatus(status))).join('\n\n');
}

function sectionOf(status: number, errors: ErrorSpec[]): string {
  const rows = errors.map(
    ({ code, description, advice = '', header }) =>
      `| \`${code}\` | ${description} | ${advice} | ${header === 'Retry-After' ? 'After `Retry-After`' : 'No'} |`,
  );
  return [
    `### ${status} ${STATUS_CODES[status]}`,
    '',
    '| Code | Description | What to do | Retry |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
