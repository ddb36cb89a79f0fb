import { linesOf, NOT_REHEARSABLE, scenarios, summaryOf } from '#rehearsal';
import type { Expectation, Scenario, ScenarioCall } from '#rehearsal/contract';

/** All scenarios by operation, in Markdown with HTML. */
export function scenarioSections(): string {
  const operations = [...new Set(scenarios().map(({ operation }) => operation))];
  return operations.map(name => `### ${name}\n\n${rowsOf(name).join('\n')}`).join('\n\n');
}

const rowsOf = (name: string): string[] =>
  scenarios()
    .filter(({ operation }) => operation === name)
    .map(describe);

/** The errors that only operations of a purchase can rehearse, as the rows of a table. */
export const unrehearsableErrors = (): string =>
  ['| Code | Reason |', '| --- | --- |', ...Object.entries(NOT_REHEARSABLE).map(cellsOf)].join('\n');

const cellsOf = ([name, reason]: [string, string]) =>
  `| [\`${name}\`](/docs/errors#${name.split('.').at(-1)}) | ${reason} |`;

/** The ID is inside, because browsers open `details` for the target of a link only if it is in there. */
const describe = ({ id, title, given, request, expect }: Scenario): string =>
  [
    `<details class="scenario"><summary><code>${id}</code> ${escape(title)} <b>${outcomeOf(id, expect)}</b></summary>`,
    `<div id="${id}">`,
    ...given.map(call => block(call.expect ? `Given: ${linesOf(call.expect).join('; ')}` : 'Given', linesOfCall(call))),
    block('Request', linesOfCall(request)),
    block('Expected', linesOf(expect)),
    '</div></details>',
  ].join('\n');

/** The summary, without a code that the ID already contains. */
const outcomeOf = (id: string, { code, ...expect }: Expectation): string =>
  summaryOf(code !== undefined && id.includes(code) ? expect : { code, ...expect });

const block = (title: string, lines: string[]): string =>
  `<p>${escape(title)}</p>\n<pre tabindex="0"><code>${escape(lines.join('\n'))}</code></pre>`;

const linesOfCall = ({ method, path, headers = {}, body }: ScenarioCall): string[] => [
  `${method} ${path}`,
  ...Object.entries(headers).map(([name, value]) => (value === null ? `(no ${name})` : `${name}: ${value}`)),
  ...(body === undefined ? [] : [typeof body === 'string' ? body : JSON.stringify(body)]),
];

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
