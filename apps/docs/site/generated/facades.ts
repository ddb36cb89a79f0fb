import { facadeCalls } from '../../../facades/facades.js';

/** The calls of each facade as tables, in Markdown. */
export const facadeTables = (): string =>
  [...new Set(facadeCalls.map(({ facade }) => facade))]
    .map(facade => `### ${NAMES[facade]}\n\n${tableOf(facade)}`)
    .join('\n\n');

const NAMES = { dnsimple: 'DNSimple v2', cloudflare: 'Cloudflare v4' };

function tableOf(facade: keyof typeof NAMES): string {
  const rows = facadeCalls
    .filter(call => call.facade === facade)
    .map(({ call, method, path, operations }) => `| \`${call}\` | \`${method} ${path}\` | ${operations.join(', ')} |`);
  return ['| Call | Request | Operations |', '| --- | --- | --- |', ...rows].join('\n');
}
