import type { PlanResult, Report } from '../report.js';
import { escape } from './markup.js';
import { facts, htmlPage, outcomes } from './page.js';
import { findingsOf } from './story.js';

const NOTE =
  'These are results of a rehearsal with a sandbox, for this version of the shop and these faults. No registrar has taken part or vouches for them.';

/** What a certificate is about. */
export interface CertificateSubject {
  /** `git describe` of the shop; null outside a repository. */
  version: string | null;
  /** The plan that was played instead of all plans with a single fault. */
  onlyPlan?: string | undefined;
}

/** The results of a shop for all plans with a single fault, or for one plan. */
export interface Certificate {
  note: string;
  passed: boolean;
  /** `git describe` of the shop; null outside a repository. */
  shop: string | null;
  nameyard: string;
  started_at: string;
  /** `single faults`, or `only` and the plan that was played. */
  plan: string;
  rows: (PlanResult & { findings: string[] })[];
  /** Number of plans that were not played, because the time was over. */
  left: number;
  coverage: Report['coverage'];
}

export const certificateOf = (report: Report, { version, onlyPlan }: CertificateSubject): Certificate => ({
  note: NOTE,
  passed: report.findings.length === 0 && report.left === 0,
  shop: version,
  nameyard: report.nameyard,
  started_at: report.started_at,
  plan: onlyPlan === undefined ? 'single faults' : `only ${onlyPlan}`,
  rows: report.plans.map(row => ({ ...row, findings: findingsOf(report, row.plan).map(({ title }) => title) })),
  left: report.left,
  coverage: report.coverage,
});

export function certificateHtmlOf(certificate: Certificate): string {
  const { note, passed, shop, nameyard, started_at, plan, rows, left, coverage } = certificate;
  const incomplete = left > 0 ? `, ${left} not played` : '';
  return htmlPage(
    'Rehearsal of a shop',
    `<p>${escape(note)}</p>
${facts({
  Result: passed ? '<strong class="passed">passed</strong>' : '<strong class="finding">not passed</strong>',
  Shop: shop === null ? 'unknown version' : `<code>${escape(shop)}</code>`,
  Nameyard: escape(nameyard),
  Started: escape(started_at),
  Plan: `${escape(plan)}: ${rows.length} played${incomplete}`,
  Coverage: escape(`${coverage.met.length} of ${coverage.met.length + coverage.never_met.length} outcomes met`),
})}
<h2>Results</h2>
<table><thead><tr><th>Plan</th><th>Result</th></tr></thead><tbody>${rows.map(tableRow).join('')}</tbody></table>
<h2>Coverage</h2>
${outcomes('Met', coverage.met)}${outcomes('Never met', coverage.never_met)}`,
  );
}

const tableRow = ({ plan, result, findings }: Certificate['rows'][number]): string =>
  `<tr><td><code>${escape(plan)}</code></td><td class="${result}">${escape([result, ...findings].join(': '))}</td></tr>`;
