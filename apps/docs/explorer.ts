import { fastify, type FastifyInstance } from 'fastify';
import { securePages } from '../api/security-headers.js';
import { serveText } from './site/site.js';
import { escapeHtml } from './site/to-html.js';

const SCRIPT = '/docs/js/scalar.js';

/** Serves the API explorer, an interactive reference. Its several megabytes are loaded at the first request. */
export function serveExplorer(docs: FastifyInstance): void {
  securePages(docs, CSP_SOURCES);
  serveText(docs, '/docs/api/explorer', 'text/html; charset=utf-8', () => PAGE);
  serveText(docs, SCRIPT, 'application/javascript; charset=utf-8', loadScript);
}

/** Reads the script from a route, because Scalar does not export it. */
async function loadScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(scalar, { routePrefix: '/docs', configuration: CONFIGURATION as never });
  return (await server.inject({ method: 'GET', url: SCRIPT })).payload;
}

/** Replaces colors of the theme whose contrast is below 4.5:1. */
const COLORS = `
.light-mode {
  --scalar-color-3: #696969;
  --scalar-color-green: #00704a;
  --scalar-color-red: #b3001b;
  --scalar-color-yellow: #7a5200;
  --scalar-color-blue: #0061a3;
  --scalar-color-orange: #a34000;
  --scalar-color-purple: #5203d1;
}
.dark-mode {
  --scalar-color-3: #999999;
  --scalar-color-red: #ff6b6b;
}
`;

const CONFIGURATION = {
  url: '/docs/openapi.json',
  authentication: { preferredSecurityScheme: 'key' },
  defaultOpenAllTags: true,
  showDeveloperTools: 'never',
  // Features that call other hosts; the content security policy would block them.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  customCss: COLORS,
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API explorer – Nameyard</title>
<meta name="description" content="Interactive reference of the API.">
<link rel="icon" href="/docs/assets/favicon.svg" type="image/svg+xml">
<style>
body { margin: 0; }
.back { display: flex; gap: 1.5rem; padding: .7rem 1.25rem; font: 14px system-ui, sans-serif; }
.back a { color: inherit; }
.dark-mode .back { color: #e7e7e7; }
</style>
</head>
<body>
<nav class="back" aria-label="Nameyard"><a href="/docs/">Docs</a><a href="/docs/api">API reference</a><a href="/portal">Portal</a></nav>
<noscript>The explorer needs JavaScript. The <a href="/docs/api">API reference</a> works without it.</noscript>
<script id="api-reference" data-configuration="${escapeHtml(JSON.stringify(CONFIGURATION))}"></script>
<script src="${SCRIPT}"></script>
</body>
</html>
`;

/** Content security policy. Scalar adds inline styles. */
const CSP_SOURCES = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
};
