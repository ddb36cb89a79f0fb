interface Page {
  /** HTML. */
  title: string;
  path: string;
  navigation: { path: string; name: string }[];
  /** Headings of the page, as HTML. */
  contents: { text: string; id: string; depth: number }[];
  /** HTML. */
  body: string;
}

/** Renders a complete HTML page without scripts and external files. */
export const renderPage = ({ title, path, navigation, contents, body }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Nameyard</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><strong>Nameyard</strong><nav aria-label="Documentation">
${navigation.map(to => `<a href="${to.path}"${to.path === path ? ' aria-current="page"' : ''}>${to.name}</a>`).join('\n')}
</nav></header>
<div class="page">
<nav class="contents" aria-label="On this page"><p>On this page</p><ul>
${contents.map(({ text, id, depth }) => `<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`).join('\n')}
</ul></nav>
<main>
${body}</main>
</div>
</body>
</html>
`;

const STYLE = `
:root {
  --background: #fff; --surface: #f5f6f8; --text: #1d2129; --muted: #596273; --line: #dde1e8; --link: #0b57b8;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root { --background: #14171c; --surface: #1d2128; --text: #e4e7ec; --muted: #a0a9b8; --line: #323843; --link: #7db4ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--background); color: var(--text); line-height: 1.6;
  font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; overflow-wrap: break-word;
}
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
header {
  display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline;
  padding: .8rem clamp(1rem, 4vw, 2.5rem); border-bottom: 1px solid var(--line);
}
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.2rem; }
header a { color: var(--muted); text-decoration: none; padding: .15rem 0; }
header a:hover { color: var(--text); }
header a[aria-current] { color: var(--text); font-weight: 600; border-bottom: 2px solid var(--link); }
.page { max-width: 84rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 5rem; }
main { min-width: 0; }
main > :is(p, ul, ol) { max-width: 50rem; }
.contents { font-size: .92rem; margin: 1.5rem 0 0; }
.contents p { margin: 0 0 .4rem; color: var(--muted); font-weight: 600; }
.contents ul { list-style: none; margin: 0; padding: 0; columns: 2 10rem; }
.contents li { padding: .15rem 0; break-inside: avoid; }
.contents .depth-3 { padding-left: 1rem; }
.contents a { text-decoration: none; }
.contents a:hover { text-decoration: underline; }
@media (min-width: 68rem) {
  .page { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 3rem; align-items: start; }
  .contents { position: sticky; top: 2rem; margin-top: 2.4rem; }
  .contents ul { columns: auto; }
}
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.7rem, 5vw, 2.2rem); margin: 2rem 0 1rem; }
h2 { font-size: 1.4rem; margin: 3rem 0 .8rem; padding-top: 1.2rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.12rem; margin: 2rem 0 .6rem; }
h4 { font-size: 1rem; margin: 1.8rem 0 .4rem; overflow-wrap: anywhere; }
h4:target code { outline: 2px solid var(--link); outline-offset: 2px; }
code { font-family: var(--mono); font-size: .875em; }
:not(pre) > code { background: var(--surface); border-radius: 4px; padding: .1em .3em; }
pre {
  background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem;
  overflow-x: auto; font-size: .9rem; line-height: 1.5; tab-size: 4; overflow-wrap: normal;
}
table { display: block; overflow-x: auto; border-collapse: collapse; margin: 1.2rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .55rem .9rem .55rem 0; text-align: left; vertical-align: top; }
th { color: var(--muted); font-weight: 600; }
td { min-width: 9rem; }
td code { overflow-wrap: anywhere; }
@media (min-width: 44rem) { td:first-child code { white-space: nowrap; } }
details.scenario { border-bottom: 1px solid var(--line); }
.scenario summary { padding: .55rem 0; cursor: pointer; overflow-wrap: anywhere; }
.scenario summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.scenario summary b { color: var(--muted); font-weight: 600; white-space: nowrap; }
.scenario p { margin: .4rem 0 0; color: var(--muted); font-size: .92rem; }
.scenario pre { margin: .3rem 0 .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.scenario [id] { scroll-margin-top: 4rem; padding-bottom: .4rem; }
li { margin: .25rem 0; }
@media print { header, .contents { display: none; } pre { white-space: pre-wrap; } }
`;
