import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { type Token, Marked, type Tokens } from 'marked';
import { embedFiles } from './embedded-files.js';
import { apiErrors, clientErrors, portalErrors } from './errors.js';
import { renderPage } from './layout.js';
import { scenarioSections, unrehearsableErrors } from './scenarios.js';
import { eventSections } from './webhooks.js';

const OWN = join(import.meta.dirname, 'pages');
const WEBHOOKS = join(import.meta.dirname, '../../../libs/webhooks/docs');
const CLIENT = join(import.meta.dirname, '../../../libs/client');

interface Page {
  path: string;
  name: string;
  folder: string;
  file: string;
}

const PAGES: Page[] = [
  { path: '/docs/errors', name: 'Errors', folder: OWN, file: 'errors.md' },
  { path: '/docs/webhooks', name: 'Webhooks', folder: WEBHOOKS, file: 'verifying.md' },
  { path: '/docs/client', name: 'Client', folder: CLIENT, file: 'README.md' },
  { path: '/docs/lifecycle', name: 'Lifecycle and clock', folder: OWN, file: 'lifecycle.md' },
  { path: '/docs/worlds', name: 'Worlds', folder: OWN, file: 'worlds.md' },
  { path: '/docs/faults', name: 'Faults', folder: OWN, file: 'faults.md' },
  { path: '/docs/journal', name: 'Journal', folder: OWN, file: 'journal.md' },
  { path: '/docs/scenarios', name: 'Scenarios', folder: OWN, file: 'scenarios.md' },
  { path: '/docs/mcp', name: 'AI agents', folder: OWN, file: 'mcp.md' },
  { path: '/docs/cli', name: 'Command line', folder: OWN, file: 'cli.md' },
  { path: '/docs/storefront', name: 'Storefront', folder: OWN, file: 'storefront.md' },
  { path: '/docs/portal', name: 'Portal', folder: OWN, file: 'portal.md' },
  { path: '/docs/settings', name: 'Settings', folder: OWN, file: 'settings.md' },
  { path: '/docs/deployment', name: 'Deployment', folder: OWN, file: 'deployment.md' },
  { path: '/docs/operations', name: 'Operations', folder: OWN, file: 'operations.md' },
];

const NAVIGATION = [{ path: '/docs/', name: 'Reference' }, ...PAGES];

/** Files that the webhooks page offers for download. It also embeds the code. */
const FILES = ['verify.ts', 'verify.py', 'verify.php', 'verify.go', 'vectors.json'];

/** Serves the documentation pages. Each page is rendered at its first request. */
export function servePages(docs: FastifyInstance, api: () => OpenAPIObject, portal: () => OpenAPIObject): void {
  const generated = {
    apiErrors: () => apiErrors(api()),
    clientErrors: () => clientErrors(api()),
    portalErrors: () => portalErrors(api(), portal()),
    events: eventSections,
    scenarios: scenarioSections,
    unrehearsableErrors,
  };
  for (const page of PAGES) {
    let html: string | undefined;
    docs.get(page.path, { config: { access: 'open' } }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').send((html ??= render(page, generated))),
    );
  }
  for (const file of FILES)
    docs.get(pathOf(file), { config: { access: 'open' } }, (_request, reply) =>
      reply.type(`${extname(file) === '.json' ? 'application/json' : 'text/plain'}; charset=utf-8`).send(read(file)),
    );
}

const read = (file: string, folder = WEBHOOKS) => readFileSync(join(folder, file), 'utf8');

const pathOf = (file: string) => `/docs/webhooks/${file}`;

function render({ path, folder, file }: Page, generated: Record<string, () => string>): string {
  const text = embedFiles(read(file, folder), FILES, read);
  const tokens = markdown.lexer(text.replace(/^<!-- generated: (\w+) -->$/gm, (_, name: string) => generated[name]!()));
  markdown.walkTokens(tokens, linkToPage);
  const headings = tokens.filter(isHeading);
  const contents = headings
    .filter(({ depth }) => depth > 1)
    .map(({ text, depth }) => ({ text: toHtml(text), id: idOf(text), depth }));
  const title = headings.find(({ depth }) => depth === 1)?.text ?? file;
  return renderPage({ title: toHtml(title), contents, path, navigation: NAVIGATION, body: markdown.parser(tokens) });
}

/** Replaces a link to a file, which works in the repository, with a link to its page. */
function linkToPage(token: Token): void {
  if (token.type !== 'link') return;
  const link = token as Tokens.Link;
  const [file = '', anchor] = link.href.split('#');
  const path =
    PAGES.find(page => page.file === basename(file))?.path ?? (FILES.includes(file) ? pathOf(file) : undefined);
  if (path !== undefined) link.href = anchor === undefined ? path : `${path}#${anchor}`;
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

const toHtml = (text: string) => markdown.parseInline(text) as string;

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-|-$/g, '');
