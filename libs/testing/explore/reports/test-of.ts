import type { ExploreOptions } from '../options.js';
import type { Report } from '../report.js';

export interface TestOptions {
  runner: 'vitest' | 'jest';
  /** Options of the exploration that contain no functions. They are written into the test. */
  options: Partial<ExploreOptions>;
  /** Module from which the test imports the options with functions; undefined if there are none. */
  config: string | undefined;
  /** Whether the test is an ES module, which uses `import` instead of `require`. */
  isModule: boolean;
}

/** Timeout of a test in milliseconds: longer than one plan and its repetitions take on a busy machine. */
const TIMEOUT = '120_000';

/** Source code of tests that replay the findings of a report. They fail until the shop is fixed. */
export function testOf({ findings }: Report, { runner, options, config, isModule }: TestOptions): string {
  const load = (names: string, from: string) =>
    isModule ? `import ${names} from '${from}';` : `const ${names} = require('${from}');`;
  const isVitest = runner === 'vitest';
  const members = Object.entries(options).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  if (config !== undefined) members.unshift(`  ...(await import(${JSON.stringify(config)})).default,`);
  const tests = findings.map(
    ({ title, plan }) => `
test(${JSON.stringify(title)}, ${isVitest ? 'async ({ world }) => {' : 'async () => {'}
  const report = await explore(${isVitest ? 'world' : 'world()'}, { ...(await options()), replay: ${JSON.stringify(plan)} });
  expect(report.findings).toEqual([]);
}, ${TIMEOUT});
`,
  );
  return `// Findings of \`nameyard explore\`. The runner needs the global setup 'nameyard/${runner}'${config !== undefined && !isVitest ? ' and NODE_OPTIONS=--experimental-vm-modules' : ''}.
${load('{ explore }', 'nameyard/testing')}
${
  isVitest
    ? `import { fixtures } from 'nameyard/vitest';
import { expect, test as base } from 'vitest';

const test = base.extend(fixtures);`
    : `${load('{ useWorld }', 'nameyard/jest')}

const world = useWorld();`
}
const options = async () => ({
${members.join('\n')}
});
${tests.join('')}`;
}
