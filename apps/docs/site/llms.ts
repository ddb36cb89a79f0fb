import { GROUPS, twinOf } from './site-map.js';

/** `/llms.txt` (llmstxt.org): what this installation is, and its documentation as Markdown. */
export function llmsText(): string {
  const sections = GROUPS.map(({ name, pages }) => {
    const links = pages.map(page => `- [${page.name}](${twinOf(page.path)}): ${page.description}`);
    return `## ${name}\n\n${links.join('\n')}\n`;
  });
  return [INTRODUCTION, ...sections, DATA].join('\n');
}

const INTRODUCTION = `# Nameyard

> A sandbox for shops that sell domain names: search a name, order it, and check out with a simulated payment, before
> connecting a real registrar.

Results are deterministic, and each tenant has its own data. Send the API key as \`Authorization: Bearer …\` and the slug of the
tenant as \`X-Tenant\` to the paths below \`/api/v1\`. Every response is a JSON envelope with \`success\`, \`data\` and
\`error\`, and \`meta\` on success; \`error.docs\` leads to the description of an error. Every page \`/docs/…\` is available as Markdown at the same path
with \`.md\`.
`;

const DATA = `## Data

- [OpenAPI](/docs/openapi.json): OpenAPI 3.1 document of the API.
- [Scenarios](/docs/scenarios.json): all scenarios as JSON.
- [Postman collection](/docs/postman.json) and [HTTP file](/docs/nameyard.http): a request for each operation of the sandbox.
- [Test vectors](/docs/webhooks/vectors.json): signed webhooks.
`;
