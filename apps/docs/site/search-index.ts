import { type DocsPage, PAGES } from './site-map.js';

/** A section of a page, the unit of search results. */
export interface Section {
  /** Path with the ID of its heading. */
  id: string;
  page: string;
  /** Empty for the beginning of a page. */
  title: string;
  text: string;
}

/** The sections of all pages. `bodyOf` returns the HTML of a page. */
export const searchIndex = (bodyOf: (page: DocsPage) => string): Section[] =>
  PAGES.flatMap(page => sectionsOf(page, bodyOf(page)));

function sectionsOf({ path, name }: DocsPage, html: string): Section[] {
  const [, ...parts] = html.split(/<h[1-4] id="/);
  return parts.map((part, index) => {
    const [, id = '', title = '', text = ''] = /^([^"]*)">(.*?)<\/h\d>(.*)$/s.exec(part) ?? [];
    return index === 0
      ? { id: path, page: name, title: '', text: textOf(text) }
      : { id: `${path}#${id}`, page: name, title: textOf(title.replace(ANCHOR, '')), text: textOf(text) };
  });
}

const ANCHOR = /<a class="anchor".*/;

/** Maximum length of a code block in the index. Longer code would dominate the index and match nearly every word. */
const MAX_CODE = 600;

/** Code blocks of a snippet after the first one, which show the same call in other languages. */
const OTHER_LANGUAGES = /(?<=<div class="languages">\s*<pre(?:(?!<\/pre>).)*<\/pre>).*?(?=<\/div>)/gs;

const textOf = (html: string): string =>
  html
    .replace(OTHER_LANGUAGES, '')
    .replace(/<pre.*?<\/pre>/gs, code => code.slice(0, MAX_CODE))
    .replace(/<\/?(?:code|em|strong|a|b)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
