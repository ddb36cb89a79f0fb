import type { PlanResult, Report } from '../report.js';
import { escape } from './markup.js';
import { describeFinding, findingsOf } from './story.js';

/** A report as JUnit XML: a test case for each plan, which fails with the stories of its findings. */
export function junitOf(report: Report): string {
  const { plans, duration, started_at } = report;
  const countOf = (result: PlanResult['result']) => plans.filter(plan => plan.result === result).length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="nameyard explore" tests="${plans.length}" failures="${countOf('finding')}" errors="0" skipped="${countOf('idle')}" time="${seconds(duration)}" timestamp="${escape(started_at)}">
${plans.map(plan => testCase(plan, report)).join('\n')}
</testsuite>
</testsuites>
`;
}

function testCase({ plan, result, duration }: PlanResult, report: Report): string {
  return `<testcase classname="nameyard explore" name="${escape(plan)}" time="${seconds(duration)}">${outcomeOf(plan, result, report)}</testcase>`;
}

function outcomeOf(plan: string, result: PlanResult['result'], report: Report): string {
  if (result === 'finding') {
    const findings = findingsOf(report, plan);
    const message = findings.map(({ title }) => title).join('; ');
    return `<failure message="${escape(message)}">${escape(findings.map(describeFinding).join('\n\n'))}</failure>`;
  }
  if (result === 'idle') return '<skipped message="A fault of the plan did not happen."/>';
  if (result === 'not reproduced') return '<system-out>The shop broke a rule once, but not again.</system-out>';
  return '';
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);
