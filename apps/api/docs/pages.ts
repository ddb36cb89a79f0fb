import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { type Token, Marked, type Tokens } from 'marked';
import { embedFiles } from './embedded-files.js';
import { describeErrors } from './errors.js';
import { layOut } from './layout.js';

/** The build copies the folder, so that the path is the same from sources and from `dist`. */
const FOLDER = join(import.meta.dirname, '../../../libs/webhooks/docs');

/** Paths of the pages that are made of Markdown files. */
const PAGES: Record<string, string> = {
  'verifying.md': '/docs/webhooks',
  'operations.md': '/docs/operations',
};

/** Files that the pages include and link to. */
const FILES = ['verify.ts', 'verify.py', 'verify.php', 'verify.go', 'vectors.json'];

/** Serves the pages. Each is rendered at the first request for it. */
export function servePages(docs: FastifyInstance, api: () => OpenAPIObject): void {
  for (const [file, path] of Object.entries(PAGES)) servePage(docs, path, () => embedFiles(read(file), FILES, read));
  servePage(docs, '/docs/errors', () => describeErrors(api()));
  for (const file of FILES)
    docs.get(addressOf(file), { config: { access: 'open' } }, (_request, reply) =>
      reply.type(`${extname(file) === '.json' ? 'application/json' : 'text/plain'}; charset=utf-8`).send(read(file)),
    );
}

function servePage(docs: FastifyInstance, path: string, markdown: () => string): void {
  let page: string | undefined;
  docs.get(path, { config: { access: 'open' } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= render(path, markdown()))),
  );
}

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

const addressOf = (file: string) => `/docs/webhooks/${file}`;

function render(path: string, text: string): string {
  const tokens = markdown.lexer(text);
  markdown.walkTokens(tokens, pointToPages);
  const headings = tokens.filter(isHeading);
  const contents = headings
    .filter(({ depth }) => depth > 1)
    .map(({ text, depth }) => ({ text: inHtml(text), id: idOf(text), depth }));
  const title = headings.find(({ depth }) => depth === 1)?.text ?? path;
  return layOut({ title: inHtml(title), contents, path, body: markdown.parser(tokens) });
}

/** Makes links between the Markdown files, which work in the repository, links between the pages. */
function pointToPages(token: Token): void {
  if (token.type !== 'link') return;
  const [file = '', anchor] = (token as Tokens.Link).href.split('#');
  const address = PAGES[file] ?? (FILES.includes(file) ? addressOf(file) : undefined);
  if (address !== undefined) (token as Tokens.Link).href = anchor === undefined ? address : `${address}#${anchor}`;
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

const inHtml = (text: string) => markdown.parseInline(text) as string;

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-|-$/g, '');
