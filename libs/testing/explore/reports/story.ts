import type { Finding, Report, StoryStep } from '../report.js';

const TIME_WIDTH = 9;
const SENDER_WIDTH = 8;

/** A finding as text: what the customer was told, what is true, everything that happened, and what to change. */
export function describeFinding({ title, told, truth, plan, story, advice, docs, replay }: Finding): string {
  return [
    title,
    `  Told:    ${told}`,
    `  Truth:   ${truth}`,
    `  Plan:    ${plan}`,
    '  Story:',
    ...story.map(step => `    ${describeStep(step)}`),
    `  Change:  ${advice}`,
    `  Guide:   ${docs}`,
    `  Replay:  ${replay}`,
  ].join('\n');
}

function describeStep(step: StoryStep): string {
  const { from, text, fault } = step;
  const line = `${timeOf(step).padStart(TIME_WIDTH)}  ${from.padEnd(SENDER_WIDTH)}  ${text}`;
  return fault === null ? line : `${line} (fault ${fault})`;
}

/** Time of a step since the start of the scenario. Not negative, even if the clocks of two processes differ. */
export const timeOf = ({ at }: StoryStep): string => `${Math.max(0, Math.round(at))} ms`;

/** For example `31 of 48 outcomes met; never met: order:hang/after.` */
export function describeCoverage({ coverage: { met, never_met: missing } }: Report): string {
  const summary = `${met.length} of ${met.length + missing.length} outcomes met`;
  return missing.length > 0 ? `${summary}; never met: ${missing.join(', ')}.` : `${summary}.`;
}

/** The findings that a plan has caused, including those that are reported for a plan with fewer steps. */
export const findingsOf = ({ findings }: Report, plan: string): Finding[] =>
  findings.filter(finding => finding.plan === plan || finding.also.includes(plan));
