/** An API call to show as code. This file imports nothing, because it also runs in browsers. */
interface SnippetCall {
  operation: 'search' | 'check' | 'order' | 'renew' | 'checkout';
  tenant: string;
  body: object;
  /** Fault of the next request of this operation. */
  fault?: { code: string; phase: 'before' | 'after' } | undefined;
}

interface CurlCall {
  /** URL of the call, or an expression of the shell. */
  url: string;
  tenant: string;
  body: object;
  /** Value of the key, or a variable of the shell. */
  key?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** The call as a shell command. It reads the key from a variable by default, so that no page contains a key. */
export function curlSnippet({ url, tenant, body, key = '$NAMEYARD_KEY', headers = {} }: CurlCall): string {
  return [
    `curl -sS "${url}"`,
    `-H "Authorization: Bearer ${key}"`,
    `-H 'X-Tenant: ${tenant}'`,
    `-H 'Content-Type: application/json'`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join(' \\\n  ');
}

const RESULTS: Record<SnippetCall['operation'], string> = {
  search: 'found',
  check: 'checked',
  order: 'order',
  renew: 'renewal',
  checkout: 'paid',
};

/** The call in TypeScript with `@nameyard/client`. */
export function clientSnippet(call: SnippetCall, baseUrl: string): string {
  const result = RESULTS[call.operation];
  return `import { Nameyard } from '@nameyard/client';

const nameyard = new Nameyard({
  baseUrl: ${baseUrl},
  tenant: ${quote(call.tenant)},
  apiKey: process.env['NAMEYARD_KEY']!,
});

${faultOf(call)}const ${result} = await nameyard.domains.${call.operation}(${literal(call.body)});
console.log(${result});
`;
}

/** A rule instead of the header `Sandbox-Fault`, which would also make the retries of the client fail. */
function faultOf({ operation, fault }: SnippetCall): string {
  if (!fault) return '';
  const rule = { match: { operation }, fault: { kind: 'error', ...fault } };
  return `await nameyard.control.faults.add(${literal(rule)});\n`;
}

/** A value as a literal of TypeScript, formatted like our sources. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[${value.map(item => literal(item, indent)).join(', ')}]`;
  const lines = Object.entries(value).map(
    ([name, member]) => `${inner}${property(name)}: ${literal(member, inner)},\n`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

const property = (name: string) =>
  /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : `[${quote(name)}]`;

/** A string in single quotes. JSON escapes everything else that a string of JavaScript must escape. */
const quote = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
