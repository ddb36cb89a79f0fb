import { basename } from 'node:path';
import { PAGES as SITE } from '../../apps/docs/site/site-map.js';
import { read } from '../cli/documented.js';

/** Number of code blocks by language, and the test that runs them, or the reason why none does. */
type Blocks = Record<string, [count: number, spec: string | { notRun: string }]>;

const DOCUMENTATION = 'test/cli/documentation.spec.ts';
const RECEIVERS = 'test/webhooks/receivers-of-documentation.spec.ts';
const CLIENTS = 'test/facades/clients/clients.spec.ts';
const GOING_LIVE = 'test/registrar/going-live.spec.ts';
const HIGHLY_AVAILABLE = 'test/processes/highly-available.ts';
const LANGUAGES = 'test/docs/languages.spec.ts';
const GO_PACKAGE = 'test/packages/go.spec.ts';
const CONTAINERS = { notRun: 'The tests of containers call Docker with ports and names of their own.' };
const SHOWN = { notRun: 'It shows a message or a declaration.' };

/** The same code in each language of the clients. */
const inLanguages = (count: number): Blocks =>
  Object.fromEntries(['ts', 'php', 'python', 'go', 'java'].map(language => [language, [count, LANGUAGES]]));

const EXPECTED: Record<string, Blocks> = {
  'README.md': { sh: [4, DOCUMENTATION] },
  'apps/pack/README.md': { sh: [3, 'test/packages/packages.spec.ts'], ts: [1, 'test/packages/packages.spec.ts'] },
  'libs/client/README.md': { sh: [1, 'test/packages/packages.spec.ts'], ts: [7, 'test/packages/packages.spec.ts'] },
  'libs/client-go/README.md': { sh: [1, GO_PACKAGE], go: [2, 'test/clients/go.spec.ts'] },
  'libs/client-java/README.md': { sh: [1, 'test/packages/java.spec.ts'], java: [2, 'test/packages/java.spec.ts'] },
  'libs/client-java/docs/testing.md': { java: [1, 'test/packages/java.spec.ts'] },
  'libs/client-php/README.md': { sh: [1, 'test/packages/php.spec.ts'], php: [2, 'test/clients/php.spec.ts'] },
  'libs/client-php/docs/testing.md': { php: [1, 'test/clients/php.spec.ts'] },
  'libs/client-python/README.md': {
    sh: [1, 'test/packages/python.spec.ts'],
    python: [3, 'test/clients/python.spec.ts'],
  },
  'libs/client-python/docs/testing.md': { python: [1, 'test/packages/python.spec.ts'] },
  'libs/client-go/nameyardtest/README.md': { go: [1, 'test/clients/go.spec.ts'] },
  'libs/testing/README.md': {
    sh: [1, { notRun: 'The kit starts the server with the same options.' }],
    ts: [5, 'test/testing/examples.spec.ts'],
    js: [2, 'test/testing/examples.spec.ts'],
  },
  'libs/webhooks/docs/verifying.md': {
    http: [1, SHOWN],
    go: [1, RECEIVERS],
    java: [1, 'test/packages/java.spec.ts'],
    php: [1, RECEIVERS],
    python: [1, RECEIVERS],
    sh: [2, DOCUMENTATION],
    sql: [1, RECEIVERS],
    ts: [1, RECEIVERS],
  },
  'apps/docs/pages/api.md': { http: [1, SHOWN] },
  'apps/docs/pages/cli.md': { sh: [19, DOCUMENTATION] },
  'apps/docs/pages/beyond-one-database.md': { sh: [2, 'test/cli/move-tenant.spec.ts'] },
  'apps/docs/pages/deployment.md': { sh: [8, CONTAINERS] },
  'apps/docs/pages/facades.md': { sh: [2, 'test/facades/command.spec.ts'] },
  'apps/docs/pages/facades-cloudflare.md': {
    sh: [1, 'test/facades/tls.spec.ts'],
    go: [1, CLIENTS],
    js: [1, CLIENTS],
    python: [1, CLIENTS],
  },
  'apps/docs/pages/facades-dnsimple.md': {
    sh: [1, 'test/facades/tls.spec.ts'],
    go: [1, CLIENTS],
    java: [1, CLIENTS],
    js: [1, CLIENTS],
    python: [1, CLIENTS],
  },
  'apps/docs/pages/faults.md': { sh: [2, DOCUMENTATION], ...inLanguages(2) },
  'apps/docs/pages/find-bugs.md': { sh: [3, 'test/cli/explore.spec.ts'] },
  'apps/docs/pages/going-live.md': { sh: [6, GOING_LIVE], ts: [1, GOING_LIVE] },
  'apps/docs/pages/highly-available.md': {
    sh: [4, { notRun: 'test/faults/highly-available.spec.ts starts the programs with the files, without systemd.' }],
    sql: [1, HIGHLY_AVAILABLE],
  },
  'apps/docs/pages/idempotency.md': { sh: [2, DOCUMENTATION], ...inLanguages(1) },
  'apps/docs/pages/journal.md': { sh: [3, DOCUMENTATION], ...inLanguages(3) },
  'apps/docs/pages/lifecycle.md': { sh: [2, DOCUMENTATION], json: [1, DOCUMENTATION], ...inLanguages(2) },
  'apps/docs/pages/management.md': { sh: [4, DOCUMENTATION], ...inLanguages(4) },
  'apps/docs/pages/mcp.md': { json: [2, 'test/mcp/mcp.spec.ts'] },
  'apps/docs/pages/operations.md': {
    sh: [3, CONTAINERS],
    sql: [3, DOCUMENTATION],
    ini: [1, { notRun: 'The test of PgBouncer writes a configuration with its own addresses.' }],
  },
  'apps/docs/pages/prices.md': { sh: [4, DOCUMENTATION], ...inLanguages(4) },
  'apps/docs/pages/quick-start.md': { sh: [3, DOCUMENTATION], ...inLanguages(1) },
  'apps/docs/pages/registry.md': { sh: [3, DOCUMENTATION], ...inLanguages(3) },
  'apps/docs/pages/scenarios.md': { sh: [2, DOCUMENTATION] },
  'apps/docs/pages/security.md': { sh: [9, 'test/cli/encryption-key.spec.ts'] },
  'apps/docs/pages/storefront.md': { sh: [3, DOCUMENTATION] },
  'apps/docs/pages/testing.md': { sh: [2, DOCUMENTATION], ...inLanguages(1) },
  'apps/docs/pages/worlds.md': { sh: [7, DOCUMENTATION], json: [1, DOCUMENTATION], ...inLanguages(7) },
};

/** Generated from the types of the client; its blocks are declarations. */
const GENERATED = 'apps/docs/pages/client-reference.md';

const files = [...SITE.map(({ file }) => file), 'README.md', 'apps/pack/README.md'].filter(file => file !== GENERATED);

/** Number of code blocks by language. `text` is a drawing or output. */
function countBlocks(file: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, language] of read(file).matchAll(/^ *```([a-z]+)\n/gm))
    if (language !== 'text') counts[language!] = (counts[language!] ?? 0) + 1;
  return counts;
}

describe('the code blocks of the documentation', () => {
  it.each(files)('of %s are run by a test', file => {
    const expected = Object.entries(EXPECTED[file] ?? {});
    expect(countBlocks(file)).toEqual(Object.fromEntries(expected.map(([language, [count]]) => [language, count])));
    for (const [, [, spec]] of expected) if (typeof spec === 'string') expect(read(spec)).toContain(nameOf(file));
  });

  it('have no entries for other files', () => {
    expect(Object.keys(EXPECTED).filter(file => !files.includes(file))).toEqual([]);
  });
});

/** How the tests refer to the page. */
const nameOf = (file: string) => (file.startsWith('apps/docs/pages/') ? `'${basename(file, '.md')}'` : file);
