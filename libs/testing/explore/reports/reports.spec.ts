import type { Finding, Report } from '../report.js';
import { STEPS } from '../steps.js';
import { certificateHtmlOf, certificateOf } from './certificate.js';
import { htmlOf } from './html.js';
import { junitOf } from './junit.js';
import { describeCoverage, describeFinding } from './story.js';
import { testOf } from './test-of.js';

const FINDING: Finding = {
  oracle: 'state',
  title: 'The state is <b>"5 & 6"</b> \u0007',
  plan: 'buy + checkout:reset/after',
  domain: 'my-shop.com',
  told: 'Yes. The shop answered 303.',
  truth: 'charges is 2 instead of 1.',
  advice: 'Charge once.',
  docs: '/docs/idempotency',
  replay: "nameyard explore --replay 'buy + checkout:reset/after'",
  story: [
    // Before the start; shown as 0.
    { at: -1, duration: 40, from: 'customer', text: 'buy: 303', fault: null, failed: false },
    { at: 12, duration: 5, from: 'shop', text: 'checkout: no response ANSWER_LOST', fault: 'flt_1', failed: true },
    { at: 30, duration: 2, from: 'nameyard', text: `webhook ${'x'.repeat(80)}: 204`, fault: null, failed: false },
  ],
  also: ['buy + double-click'],
};

const REPORT: Report = {
  nameyard: '1.0',
  world: 'w-1',
  started_at: '2027-01-01T00:00:00.000Z',
  duration: 61_500,
  scenarios: 9,
  findings: [FINDING],
  not_reproduced: [{ oracle: 'told-no', title: 'The customer was told no', plan: 'buy + webhook:delay' }],
  plans: [
    { plan: 'buy + checkout:reset/after', result: 'finding', duration: 1_500 },
    { plan: 'buy + double-click', result: 'finding', duration: 900 },
    { plan: 'buy + webhook:delay', result: 'not reproduced', duration: 800 },
    { plan: 'buy + search:reset/before', result: 'idle', duration: 700 },
    { plan: 'renew', result: 'passed', duration: 600 },
  ],
  left: 0,
  coverage: { met: ['buy', 'order: 201'], never_met: ['renew'] },
};

const CLEAN: Report = { ...REPORT, findings: [], plans: [REPORT.plans[4]!] };

describe('a finding as text', () => {
  it('tells what happened in order, with faults', () => {
    expect(describeFinding(FINDING).split('\n')).toEqual([
      FINDING.title,
      '  Told:    Yes. The shop answered 303.',
      '  Truth:   charges is 2 instead of 1.',
      '  Plan:    buy + checkout:reset/after',
      '  Story:',
      '         0 ms  customer  buy: 303',
      '        12 ms  shop      checkout: no response ANSWER_LOST (fault flt_1)',
      `        30 ms  nameyard  webhook ${'x'.repeat(80)}: 204`,
      '  Change:  Charge once.',
      '  Guide:   /docs/idempotency',
      "  Replay:  nameyard explore --replay 'buy + checkout:reset/after'",
    ]);
  });
});

describe('coverage', () => {
  it('lists outcomes that were never met', () => {
    expect(describeCoverage(REPORT)).toBe('2 of 3 outcomes met; never met: renew.');
    expect(describeCoverage({ ...REPORT, coverage: { met: ['buy'], never_met: [] } })).toBe('1 of 1 outcomes met.');
  });

  it('counts each step once, because their IDs differ', () => {
    const ids = STEPS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe('JUnit XML', () => {
  it('has a test case for each plan, which fails with the story of its finding', () => {
    const xml = junitOf(REPORT);
    expect(xml).toContain('tests="5" failures="2" errors="0" skipped="1" time="61.500"');
    expect(xml.match(/<testcase /g)).toHaveLength(5);
    expect(
      xml.match(/<failure message="The state is &lt;b&gt;&quot;5 &amp; 6&quot;&lt;\/b&gt; \ufffd">/g),
    ).toHaveLength(2);
    expect(xml).toContain('(fault flt_1)');
    expect(xml).toContain('name="renew" time="0.600"></testcase>');
  });
});

describe('the HTML report', () => {
  it('escapes all texts, and loads nothing', () => {
    const html = htmlOf(REPORT);
    expect(html).not.toContain('<b>');
    expect(html).toContain('The state is &lt;b&gt;');
    expect(html).not.toMatch(/(?:src|href)=|url\(|@import/);
  });

  it('has a picture for each finding, with an arrow for each step', () => {
    const [svg = ''] = /<svg.*<\/svg>/s.exec(htmlOf(REPORT))!;
    expect(svg.match(/<g class="[^"]+"/g)).toEqual([
      '<g class="customer"',
      '<g class="shop failed"',
      '<g class="nameyard"',
    ]);
    expect(svg.match(/<circle /g)).toHaveLength(1);
  });

  it('says that nothing was found', () => {
    expect(htmlOf(CLEAN)).toContain('The shop broke no rule.');
  });
});

describe('a certificate', () => {
  it('lists the result of each plan with the findings', () => {
    const certificate = certificateOf(REPORT, { version: 'v1.2-3-gabc' });
    expect(certificate).toMatchObject({
      passed: false,
      shop: 'v1.2-3-gabc',
      plan: 'single faults',
      nameyard: '1.0',
      coverage: REPORT.coverage,
    });
    expect(certificate.rows.map(({ findings }) => findings.length)).toEqual([1, 1, 0, 0, 0]);
    expect(certificateHtmlOf(certificate)).toContain('The state is &lt;b&gt;');
  });

  it('passes without findings when all plans were played', () => {
    expect(certificateOf(CLEAN, { version: null }).passed).toBe(true);
    expect(certificateOf({ ...CLEAN, left: 1 }, { version: null }).passed).toBe(false);
  });

  it('does not claim that a registrar certifies anything', () => {
    const certificate = certificateOf(CLEAN, { version: null });
    for (const text of [JSON.stringify(certificate), certificateHtmlOf(certificate)])
      expect(text).not.toMatch(/certif\w+ by|accredited|approved/i);
  });
});

describe('findings as tests', () => {
  const options = { run: 'npm start', buy: 'POST /orders' };

  it('are written for Vitest with the functions of a configuration', () => {
    const test = testOf(REPORT, { runner: 'vitest', options: {}, config: "./ada's.explore.mjs", isModule: true });
    expect(test).toContain("import { fixtures } from 'nameyard/vitest';");
    expect(test).toContain(`...(await import("./ada's.explore.mjs")).default,`);
    expect(test).toContain('async ({ world }) => {');
  });

  it('are written for Jest with the options', () => {
    const test = testOf(REPORT, { runner: 'jest', options, config: undefined, isModule: false });
    expect(test).toContain("const { useWorld } = require('nameyard/jest');");
    expect(test).toContain('  run: "npm start",\n  buy: "POST /orders",');
    expect(test).toContain('explore(world(), { ...(await options()), replay: "buy + checkout:reset/after" })');
  });
});
