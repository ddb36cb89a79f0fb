import type { ExploreOptions } from '../options.js';
import type { Report } from '../report.js';

export interface TestOptions {
  runner: 'vitest' | 'jest';
  /** Options of the exploration without functions. */
  options: Partial<ExploreOptions>;
  /** Module that the test imports the other options from; undefined if there are none. */
  config: string | undefined;
  /** Whether the test uses `import`, not `require`. */
  isModule: boolean;
}

/** Milliseconds; longer than a finding takes that is repeated, also on a busy machine. */
const TIMEOUT = '120_000';

/** The findings of a report as tests of the kit, which fail until the shop is repaired. */
export function testOf({ findings }: Report, { runner, options, config, isModule }: TestOptions): string {
  const load = (names: string, from: string) =>
    isModule ? `import ${names} from '${from}';` : `const ${names} = require('${from}');`;
  const isVitest = runner === 'vitest';
  const members = Object.entries(options).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  if (config !== undefined) members.unshift(`  ...(await import('${config}')).default,`);
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
