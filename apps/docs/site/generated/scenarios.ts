import { linesOf, NOT_REHEARSABLE, scenarios, summaryOf } from '#testcontrol';
import type { Expectation, Scenario, ScenarioCall } from '#testcontrol/contract';
import type { Target } from '../links.js';
import { escapeHtml } from '../to-html.js';

/** All scenarios by operation, in Markdown. For the site, each is an HTML element that can be opened. */
export function scenarioSections(target: Target): string {
  const operations = [...new Set(scenarios().map(({ operation }) => operation))];
  const describe = target === 'html' ? describeInHtml : describeInMarkdown;
  const sectionOf = (name: string) =>
    scenarios()
      .filter(({ operation }) => operation === name)
      .map(describe)
      .join('\n');
  return operations.map(name => `### ${name}\n\n${sectionOf(name)}`).join('\n\n');
}

/** The errors that only operations of a purchase can rehearse, as the rows of a table. */
export const unrehearsableErrors = (): string =>
  ['| Code | Reason |', '| --- | --- |', ...Object.entries(NOT_REHEARSABLE).map(cellsOf)].join('\n');

const cellsOf = ([code, reason]: [string, string]) => `| [\`${code}\`](/docs/errors#${code}) | ${reason} |`;

/** The ID is inside of `details`, because browsers open `details` only for link targets inside. */
const describeInHtml = ({ id, title, given, request, expect }: Scenario): string =>
  [
    `<details class="scenario"><summary><code>${id}</code> ${escapeHtml(title)} <b>${outcomeOf(id, expect)}</b></summary>`,
    `<div id="${id}">`,
    ...given.map(call => block(call.expect ? `Given: ${linesOf(call.expect).join('; ')}` : 'Given', linesOfCall(call))),
    block('Request', linesOfCall(request)),
    block('Expected', linesOf(expect)),
    '</div></details>',
  ].join('\n');

const describeInMarkdown = ({ id, title, given, request, expect }: Scenario): string =>
  [
    `#### \`${id}\``,
    '',
    `${title}: ${outcomeOf(id, expect)}`,
    '',
    '~~~text',
    ...given.flatMap(call => [
      'Given',
      ...linesOfCall(call),
      ...(call.expect ? [`Expected: ${linesOf(call.expect).join('; ')}`] : []),
      '',
    ]),
    'Request',
    ...linesOfCall(request),
    '',
    'Expected',
    ...linesOf(expect),
    '~~~',
    '',
  ].join('\n');

/** The summary, without a code that the ID already contains. */
const outcomeOf = (id: string, { code, ...expect }: Expectation): string =>
  summaryOf(code !== undefined && id.includes(code) ? expect : { code, ...expect });

const block = (title: string, lines: string[]): string =>
  `<p>${escapeHtml(title)}</p>\n<pre tabindex="0"><code>${escapeHtml(lines.join('\n'))}</code></pre>`;

const linesOfCall = ({ method, path, headers = {}, body }: ScenarioCall): string[] => [
  `${method} ${path}`,
  ...Object.entries(headers).map(([name, value]) => (value === null ? `(no ${name})` : `${name}: ${value}`)),
  ...(body === undefined ? [] : [typeof body === 'string' ? body : JSON.stringify(body)]),
];
