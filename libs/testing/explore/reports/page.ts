import { escape } from './markup.js';

const STYLE = `
:root { color-scheme: light dark; --page: light-dark(#fff, #131418); --card: light-dark(#fafafb, #1b1c21);
  --text: light-dark(#1b1d26, #f1f1f4); --muted: light-dark(#5d5f6c, #a2a3ae); --line: light-dark(#e2e2e8, #34353d);
  --accent: light-dark(#3451c7, #93a7ff); --bad: light-dark(#b3261e, #ff9b93); --ok: light-dark(#1c6b42, #6fd09c);
  --warn: light-dark(#a06400, #f1bf63); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 16px 48px; max-width: 860px; background: var(--page); color: var(--text);
  font: 16px/1.55 ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.25rem; line-height: 1.3; margin: 32px 0 12px; }
article { border: 1px solid var(--line); border-radius: 12px; background: var(--card); padding: 4px 12px 16px; margin: 16px 0; }
article h3 { line-height: 1.3; }
dl { display: grid; grid-template-columns: minmax(84px, auto) 1fr; gap: 6px 14px; margin: 0 0 16px; }
dt { color: var(--muted); } dd { margin: 0; }
code, pre { font: 0.9em/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { overflow-x: auto; overflow-wrap: normal; padding: 12px; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 500; } .number { text-align: end; white-space: nowrap; }
.finding { color: var(--bad); } .passed { color: var(--ok); } .idle, .muted { color: var(--muted); }
summary { cursor: pointer; }
.timeline { display: block; width: 100%; max-width: 520px; font-size: 12.5px; }
.timeline text { fill: currentColor; paint-order: stroke; stroke: var(--card); stroke-width: 4px; }
.timeline path { fill: none; stroke: var(--accent); stroke-width: 1.5; } .timeline .lane { stroke: var(--line); }
.timeline .failed text { fill: var(--bad); } .timeline .failed path { stroke: var(--bad); }
.timeline .driver path { stroke-dasharray: 4 3; } .timeline circle { fill: var(--warn); }
.key { display: inline-block; width: 10px; height: 10px; border-radius: 50%; background: var(--warn); }
`;

/** A complete HTML page without external resources. `body` is HTML. */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escape(title)}</h1>
${body}
</body>
</html>
`;

/** A description list. The values are HTML. */
export const facts = (rows: Record<string, string>): string =>
  `<dl>${Object.entries(rows)
    .map(([name, value]) => `<dt>${escape(name)}</dt><dd>${value}</dd>`)
    .join('')}</dl>`;

/** A list of outcomes. */
export const outcomes = (title: string, names: string[]): string =>
  names.length === 0
    ? ''
    : `<h3>${escape(title)}</h3><p>${names.map(name => `<code>${escape(name)}</code>`).join(', ')}</p>`;
