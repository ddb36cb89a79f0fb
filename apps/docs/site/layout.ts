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
<a class="fixed top-2 left-2 z-60 rounded-md bg-strong px-3.5 py-2 text-on-strong not-focus:[clip-path:inset(50%)]" href="#site-content">Skip to the content</a>
<header class="sticky top-0 z-20 flex h-(--top) items-center gap-3 border-b border-line bg-page px-5 max-md:px-3 print:hidden">
<details class="menu md:hidden"><summary class="cursor-pointer list-none rounded-md border border-control px-2.5 py-1.25 text-base [&::-webkit-details-marker]:hidden">Menu</summary><nav class="absolute inset-x-0 top-(--top) max-h-[calc(100dvh-var(--top))] overflow-y-auto border-b border-line bg-layer px-3 pt-4 pb-6 shadow-layer" aria-label="Menu">
${menu(path)}
</nav></details>
<a class="flex items-center gap-2.5 font-semibold tracking-[-0.01em] whitespace-nowrap text-inherit no-underline" href="/docs/">${LOGO}<span>Nameyard <span class="font-[450] text-muted max-[480px]:hidden">Docs</span></span></a>
<div class="ms-auto flex items-center gap-3.5 *:[a]:text-secondary *:[a]:no-underline">
<div id="site-search"></div>
<a href="/portal">Portal</a>
</div>
</header>
<div class="grid grid-cols-[minmax(0,1fr)] md:grid-cols-[232px_minmax(0,1fr)] min-[1280px]:grid-cols-[232px_minmax(0,1fr)_232px] print:block">
<nav class="side sticky top-(--top) h-[calc(100dvh-var(--top))] self-start overflow-y-auto border-e border-line bg-side px-3 py-5 max-md:hidden print:hidden" aria-label="Documentation">
${menu(path)}
</nav>
<main id="site-content" class="mx-auto w-full max-w-220 min-w-0 px-10 pt-9 pb-15 max-md:px-4 max-md:pt-6 max-md:pb-12" tabindex="-1">
<article>
${body}</article>
${path === undefined ? '' : neighbors(path)}
<footer class="flex flex-wrap gap-x-5 gap-y-1.5 text-[13.5px] text-muted *:[a]:text-muted print:hidden">${changed === undefined ? '' : `<span>Last change: <time datetime="${changed}">${changed}</time></span> `}${twin === undefined ? '' : `<a href="${twin}">This page as Markdown</a> `}<a href="/llms.txt">llms.txt</a></footer>
</main>
${contents(headings)}
</div>
</body>
</html>
`;
}

const LOGO =
  '<svg viewBox="0 0 32 32" width="24" height="24" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3451c7"/><path d="M10 23V9.5L22 22.5V9" fill="none" stroke="#fff"/></svg>';

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
    previous
      ? `<a rel="prev" href="${previous.path}" class="${NEIGHBOR}">${PREVIOUS} ${previous.name}</a>`
      : '<span></span>',
    next ? `<a rel="next" href="${next.path}" class="${NEIGHBOR} text-end">${NEXT} ${next.name}</a>` : '',
  ];
  return `<nav class="mt-14 mb-6 grid grid-cols-2 gap-3 print:hidden" aria-label="Previous and next page">${links.join('')}</nav>`;
}

const NEIGHBOR = 'rounded-xl border border-line px-4 py-3 font-medium text-primary no-underline hover:bg-hover';
const [PREVIOUS, NEXT] = ['Previous', 'Next'].map(
  text => `<span class="block text-sm font-normal text-muted">${text}</span>`,
);

/** The list of headings beside a page. A long list contains only headings of the second level. */
function contents(headings: Heading[]): string {
  const sections = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = sections.length > MAX_CONTENTS ? sections.filter(({ depth }) => depth === 2) : sections;
  if (shown.length < 2) return '';
  const links = shown.map(({ text, id, depth }) => `<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`);
  return `<nav class="headings" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>`;
}

const MAX_CONTENTS = 50;
