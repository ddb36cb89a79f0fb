import type { CollectionRequest } from './requests.js';

/**
 * The collection for the HTTP clients of JetBrains and httpYac, which is an extension of VS Code and a command. They share
 * the syntax of scripts that read responses.
 */
export const httpFile = (requests: CollectionRequest[], origin: string): string =>
  [headOf(origin), ...requests.map(textOf)].join('\n');

const headOf = (origin: string) => `# Nameyard: a request for each operation of the sandbox.
# Set the tenant and its key, and send the requests from top to bottom: later ones use values from earlier responses.
# The key needs all sandbox permissions.

@baseUrl = ${origin}/api/v1
@tenant = demo
@key = ny_sandbox_
`;

function textOf({ id, title, method, path, query, headers, body, captures }: CollectionRequest): string {
  const sent = query.filter(({ value }) => value !== undefined).map(({ name, value }) => `${name}=${value}`);
  const sets = Object.entries(captures).map(
    ([name, member]) => `  client.global.set('${name}', response.body.data.${member});`,
  );
  const lines = [
    `### ${title}`,
    `# @name ${id}`,
    `${method} {{baseUrl}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['', JSON.stringify(body, null, 2)] : []),
    ...(sets.length > 0 ? ['', '> {%', ...sets, '%}'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
