import type { Finding, PlanResult, Report } from '../report.js';
import { escape } from './markup.js';
import { facts, htmlPage, outcomes } from './page.js';
import { describeFinding } from './story.js';
import { timelineOf } from './timeline.js';

/** A report as one HTML file. */
export function htmlOf(report: Report): string {
  const { findings, not_reproduced: unconfirmed, plans, left, scenarios, duration, coverage } = report;
  const sum = coverage.met.length + coverage.never_met.length;
  return htmlPage(
    'Exploration of a shop',
    `${facts({
      Findings: `<strong class="${findings.length > 0 ? 'finding' : 'passed'}">${findings.length}</strong>`,
      Plans: `${plans.length} played${left > 0 ? `, ${left} left when the time was over` : ''}`,
      Purchases: `${scenarios} in ${Math.round(duration / 1_000)} s`,
      Coverage: `${coverage.met.length} of ${sum} outcomes`,
      Started: escape(report.started_at),
      World: `<code>${escape(report.world)}</code>`,
      Nameyard: escape(report.nameyard),
    })}
<h2>Findings</h2>
${findings.length > 0 ? findings.map(article).join('\n') : '<p>The shop broke no rule.</p>'}
${unconfirmed.length > 0 ? `<h2>Not reproduced</h2><ul>${unconfirmed.map(({ title, plan }) => `<li>${escape(title)}: <code>${escape(plan)}</code></li>`).join('')}</ul>` : ''}
<h2>Plans</h2>
${planTable(plans)}
<h2>Coverage</h2>
${outcomes('Met', coverage.met)}${outcomes('Never met', coverage.never_met)}`,
  );
}

const article = (finding: Finding): string => `<article>
<h3>${escape(finding.title)}</h3>
${facts({
  Told: escape(finding.told),
  Truth: escape(finding.truth),
  Change: `${escape(finding.advice)} <span class="muted">Guide: ${escape(finding.docs)} of Nameyard.</span>`,
  Plan: `<code>${escape(finding.plan)}</code>`,
})}
${timelineOf(finding)}
${finding.story.some(({ fault }) => fault !== null) ? '<p class="muted"><span class="key"></span> changed by a fault</p>' : ''}
<details><summary>As text</summary><pre>${escape(describeFinding(finding))}</pre></details>
<p>To repeat it:</p><pre>${escape(finding.replay)}</pre>
</article>`;

const planTable = (plans: PlanResult[]): string =>
  `<table><thead><tr><th>Plan</th><th>Result</th><th class="number">Duration</th></tr></thead><tbody>${plans
    .map(
      ({ plan, result, duration }) =>
        `<tr><td><code>${escape(plan)}</code></td><td class="${result}">${result}</td><td class="number">${(duration / 1_000).toFixed(1)} s</td></tr>`,
    )
    .join('')}</tbody></table>`;
