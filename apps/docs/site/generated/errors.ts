import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ErrorSpec, specOf, STATUSES } from '#platform/http/errors';
import { scenarios } from '#testcontrol';

/** The errors of the API by status, in Markdown. */
export const apiErrors = (api: OpenAPIObject): string => sectionsOf(codesOf(api), '');

/** The errors of the portal API that the API does not have. */
export const portalErrors = (api: OpenAPIObject, portal: OpenAPIObject): string =>
  sectionsOf(
    codesOf(portal).filter(code => !codesOf(api).includes(code)),
    'Portal API: ',
  );

/** The error codes of the API and their classes in `@nameyard/client`, in Markdown. */
export function clientErrors(api: OpenAPIObject): string {
  const rows = codesOf(api).map(code => {
    const status = STATUSES[specOf(code)!.family];
    return `| [\`${code}\`](/docs/errors#${code}) | ${status} | \`${clientClassOf(code)}\` |`;
  });
  return ['| Code | Status | Class |', '| --- | --- | --- |', ...rows].join('\n');
}

/** `DOMAIN_TAKEN` is `DomainTakenError`, and `INTERNAL_ERROR` is `InternalError`. */
function clientClassOf(code: string): string {
  const words = code
    .toLowerCase()
    .replace(/_error$/, '')
    .split('_');
  return `${words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')}Error`;
}

const codesOf = ({ components }: OpenAPIObject): string[] =>
  (components!.schemas!['ErrorCode'] as { enum: string[] }).enum;

function sectionsOf(codes: string[], prefix: string): string {
  const errors = codes.map(code => specOf(code)!);
  const statuses = [...new Set(errors.map(({ family }) => STATUSES[family]))].toSorted((a, b) => a - b);
  const sectionOf = (status: number) =>
    errors
      .filter(({ family }) => STATUSES[family] === status)
      .map(describe)
      .join('\n\n');
  return statuses.map(status => `### ${prefix}${status} ${STATUS_CODES[status]}\n\n${sectionOf(status)}`).join('\n\n');
}

/** The ID of the heading is the code, because `error.docs` refers to it. */
const describe = (error: ErrorSpec): string =>
  [
    `#### \`${error.code}\``,
    '',
    error.description,
    '',
    ...(error.advice ? [`- **What to do:** ${error.advice}`] : []),
    `- **Retry:** ${retryOf(error)}`,
    `- **Reproduce:** ${error.reproduce}`,
    ...scenarioLinks(error.code),
  ].join('\n');

function scenarioLinks(code: string): string[] {
  const links = scenarioIdsOf(code).map(id => `[\`${id}\`](/docs/scenarios#${id})`);
  return links.length > 0 ? [`- **Scenarios:** ${links.join(', ')}`] : [];
}

const MAX_SCENARIOS = 4;

/** Scenarios with the error; those of a purchase come first. */
export const scenarioIdsOf = (code: string): string[] =>
  scenarios()
    .filter(({ expect }) => expect.code === code)
    .slice(0, MAX_SCENARIOS)
    .map(({ id }) => id);

/** Whether a request with an error can succeed later. */
export function retryOf({ retryable, header }: ErrorSpec): string {
  if (!retryable) return 'No, the same request fails again.';
  return header === 'Retry-After' ? 'Yes, after the time in `Retry-After`.' : 'Yes, after a short wait.';
}
