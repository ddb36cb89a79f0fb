import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Token, Marked, type Tokens } from 'marked';
import { embedFiles } from './embedded-files.js';
import { layOut } from './layout.js';

/** Beside the sources and beside what was built of them alike. */
const FOLDER = join(import.meta.dirname, '../../../libs/webhooks/docs');

/** The pages that people read, by the file that each is made of. */
const PAGES: Record<string, string> = {
  'verifying.md': '/docs/webhooks',
  'operations.md': '/docs/operations',
};

/** What the pages show or offer, as it is. */
const FILES = ['verify.ts', 'verify.py', 'verify.php', 'verify.go', 'vectors.json'];

/** The pages are made when somebody first asks for them, and kept. */
export function servePages(docs: FastifyInstance): void {
  for (const [file, path] of Object.entries(PAGES)) {
    let page: string | undefined;
    docs.get(path, { config: { access: 'open' } }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').send((page ??= render(file))),
    );
  }
  for (const file of FILES)
    docs.get(addressOf(file), { config: { access: 'open' } }, (_request, reply) =>
      reply.type(`${extname(file) === '.json' ? 'application/json' : 'text/plain'}; charset=utf-8`).send(read(file)),
    );
}

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

const addressOf = (file: string) => `/docs/webhooks/${file}`;

function render(file: string): string {
  const tokens = markdown.lexer(embedFiles(read(file), FILES, read));
  markdown.walkTokens(tokens, pointToPages);
  const headings = tokens.filter(isHeading);
  const contents = headings
    .filter(({ depth }) => depth > 1)
    .map(({ text, depth }) => ({ text: inHtml(text), id: idOf(text), depth }));
  const title = headings.find(({ depth }) => depth === 1)?.text ?? file;
  return layOut({ title: inHtml(title), contents, path: PAGES[file]!, body: markdown.parser(tokens) });
}

/** The links between the files, which work in the repository too, lead from page to page here. */
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
