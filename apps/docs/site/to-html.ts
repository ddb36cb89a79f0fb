import { Marked, type Token, type Tokens } from 'marked';

export interface Heading {
  /** HTML. */
  text: string;
  id: string;
  depth: number;
}

export interface Rendered {
  /** HTML. */
  title: string;
  headings: Heading[];
  /** HTML. */
  body: string;
}

export function toHtml(text: string): Rendered {
  const tokens = markdown.lexer(text);
  assignIds(tokens.filter(isHeading));
  const headings = tokens
    .filter(isHeading)
    .map(token => ({ text: markdown.parseInline(token.text) as string, id: ids.get(token)!, depth: token.depth }));
  const title = headings.find(({ depth }) => depth === 1)?.text ?? '';
  return { title, headings, body: markdown.parser(groupLanguages(tokens)) };
}

/** Languages of snippets. Of adjacent code blocks in these languages, the script of the site shows one at a time. */
const LANGUAGES: Record<string, string> = {
  sh: 'curl',
  ts: 'TypeScript',
  php: 'PHP',
  python: 'Python',
  go: 'Go',
  java: 'Java',
};

/** Encloses each run of at least three blocks in different languages. */
function groupLanguages(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let start = 0; start < tokens.length;) {
    let end = start;
    while (languageOf(tokens[end]) || tokens[end]?.type === 'space') end += 1;
    const run = tokens.slice(start, Math.max(end, start + 1));
    const languages = run.map(languageOf).filter(Boolean);
    const isGroup = languages.length > 2 && new Set(languages).size === languages.length;
    result.push(...(isGroup ? [html('<div class="languages">\n'), ...run, html('</div>\n')] : run));
    start += run.length;
  }
  return result;
}

const languageOf = (token: Token | undefined): string | undefined =>
  token?.type === 'code' ? LANGUAGES[(token as Tokens.Code).lang ?? ''] : undefined;

const html = (text: string): Tokens.HTML => ({ type: 'html', block: true, pre: false, raw: text, text });

/** IDs of headings. Repeated headings, as in a changelog, get a number. */
const ids = new WeakMap<Token, string>();

function assignIds(headings: Tokens.Heading[]): void {
  const counts = new Map<string, number>();
  for (const token of headings) {
    const id = idOf(token.text);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    ids.set(token, count === 1 ? id : `${id}-${count}`);
  }
}

const markdown = new Marked({
  renderer: {
    heading(token) {
      const { tokens, depth, text } = token;
      const id = ids.get(token) ?? idOf(text);
      const content = this.parser.parseInline(tokens);
      const anchor = depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
      return `<h${depth} id="${id}">${content}${anchor}</h${depth}>\n`;
    },
    // The tab stop lets the keyboard scroll blocks that are wider than the page. The script removes it from other blocks.
    code({ text, lang }) {
      const language = lang ? ` class="language-${escapeHtml(lang)}"` : '';
      const name = LANGUAGES[lang ?? ''] ? ` data-language="${LANGUAGES[lang ?? '']}"` : '';
      return `<pre tabindex="0"${name}><code${language}>${escapeHtml(text)}\n</code></pre>\n`;
    },
    table(token) {
      const row = (cells: Tokens.TableCell[]) => `<tr>\n${cells.map(cell => this.tablecell(cell)).join('')}</tr>\n`;
      const rows = token.rows.map(row).join('');
      return `<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n<thead>\n${row(token.header)}</thead>\n<tbody>${rows}</tbody></table></div>\n`;
    },
  },
});

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** The ID of a heading. An error code or an operation ID is used unchanged. */
function idOf(heading: string): string {
  const [, code] = /^`(\w+)`$/.exec(heading) ?? [];
  if (code !== undefined) return code;
  return heading
    .toLowerCase()
    .replace(/\[(.*?)\]\(.*?\)/g, '$1')
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-|-$/g, '');
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
