import { GROUPS, PAGES } from './site-map.js';
import { escapeHtml, type Heading } from './to-html.js';

interface Content {
  /** Undefined for the page of a missing address. */
  path: string | undefined;
  /** HTML. */
  title: string;
  description: string;
  /** Path of the page as Markdown. */
  twin?: string | undefined;
  /** Date of the last change, if it is known. */
  changed?: string | undefined;
  headings: Heading[];
  /** HTML. */
  body: string;
}

/**
 * Renders a complete HTML page. It is readable without its script, which adds the search and copy buttons.
 * @param assets HTML elements that load style and script
 */
export function renderPage(
  { path, title, description, twin, changed, headings, body }: Content,
  assets: string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Nameyard</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="/docs/assets/favicon.svg" type="image/svg+xml">
${twin === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${twin}">\n`}${assets}
</head>
<body>
<a class="skip" href="#site-content">Skip to the content</a>
<header class="top">
<details class="menu"><summary>Menu</summary><nav aria-label="Menu">
${menu(path)}
</nav></details>
<a class="brand" href="/docs/">${LOGO}<span>Nameyard <span class="brand-docs">Docs</span></span></a>
<div class="top-end">
<div id="site-search"></div>
<a href="/portal">Portal</a>
</div>
</header>
<div class="frame">
<nav class="side" aria-label="Documentation">
${menu(path)}
</nav>
<main id="site-content" tabindex="-1">
<article>
${body}</article>
${path === undefined ? '' : neighbors(path)}
<footer>${changed === undefined ? '' : `<span>Last change: <time datetime="${changed}">${changed}</time></span> `}${twin === undefined ? '' : `<a href="${twin}">This page as Markdown</a> `}<a href="/llms.txt">llms.txt</a></footer>
</main>
${contents(headings)}
</div>
</body>
</html>
`;
}

const LOGO =
  '<svg class="logo" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M10 23V9.5L22 22.5V9"/></svg>';

const menu = (path: string | undefined): string =>
  GROUPS.map(({ name, pages }) => {
    const links = pages.map(
      page => `<li><a href="${page.path}"${page.path === path ? ' aria-current="page"' : ''}>${page.name}</a></li>`,
    );
    return `<p>${name}</p><ul>${links.join('')}</ul>`;
  }).join('\n');

/** Links to the previous and the next page. */
function neighbors(path: string): string {
  const at = PAGES.findIndex(page => page.path === path);
  const [previous, next] = [PAGES[at - 1], PAGES[at + 1]];
  const links = [
    previous ? `<a rel="prev" href="${previous.path}"><span>Previous</span> ${previous.name}</a>` : '<span></span>',
    next ? `<a rel="next" href="${next.path}"><span>Next</span> ${next.name}</a>` : '',
  ];
  return `<nav class="neighbors" aria-label="Previous and next page">${links.join('')}</nav>`;
}

/** The list of headings beside a page. A long list contains only headings of the second level. */
function contents(headings: Heading[]): string {
  const sections = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = sections.length > MAX_CONTENTS ? sections.filter(({ depth }) => depth === 2) : sections;
  if (shown.length < 2) return '';
  const links = shown.map(({ text, id, depth }) => `<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>`;
}

const MAX_CONTENTS = 50;
