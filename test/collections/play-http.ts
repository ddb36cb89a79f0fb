import { randomUUID } from 'node:crypto';

/** A request that was sent, and its response. */
interface Played {
  name: string;
  status: number;
  body: string;
}

/**
 * Sends the requests of an .http file one after the other. It understands what the collection consists of: file variables,
 * `# @name`, scripts that set variables from the response, `$uuid` and `$timestamp`.
 */
export async function playHttp(file: string, given: Record<string, string>): Promise<Played[]> {
  const [head = '', ...blocks] = file.split(/^### .*\n/m);
  const declared = [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name!, value!]);
  const variables: Record<string, string> = { ...Object.fromEntries(declared), ...given };
  const valueOf = (name: string): string => {
    const builtIn = { $uuid: randomUUID(), $timestamp: String(Math.floor(Date.now() / 1_000)) };
    const value = { ...variables, ...builtIn }[name];
    if (value === undefined) throw new Error(`{{${name}}} has no value`);
    return value;
  };
  const played: Played[] = [];
  for (const block of blocks) {
    const [text = '', script = ''] = block.split('> {%');
    const [, name = ''] = /^# @name (\w+)$/m.exec(text) ?? [];
    const filled = text.replace(/^#.*\n/gm, '').replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => valueOf(name));
    const [request = '', body] = filled.trim().split('\n\n');
    const [line = '', ...headers] = request.split('\n');
    const [method = '', url = ''] = line.split(' ');
    const response = await fetch(url, {
      method,
      headers: headers.map(header => header.split(': ') as [string, string]),
      body,
    });
    const answer = await response.text();
    for (const [, variable, member] of script.matchAll(/set\('(\w+)', response\.body\.data\.(\w+)\);/g))
      variables[variable!] = JSON.parse(answer).data[member!];
    played.push({ name, status: response.status, body: answer });
  }
  return played;
}
