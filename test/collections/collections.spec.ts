import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { playHttp } from './play-http.js';
import { playNewman, playPostman } from './play-postman.js';

interface Expected {
  id: string;
  title: string;
  status: number;
}

let sandbox: Sandbox;
/** The operations of the sandbox with the status of their success. */
let operations: Expected[];

beforeAll(async () => {
  sandbox = await sharedSandbox();
  const { paths } = await load<{ paths: Record<string, Record<string, Operation>> }>('openapi.json');
  operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/sandbox/'))
    .flatMap(([, item]) => Object.values(item))
    .map(({ operationId: id, summary: title, responses }) => {
      const status = Object.keys(responses).find(status => status.startsWith('2'));
      return { id, title, status: Number(status) };
    });
});

interface Operation {
  operationId: string;
  summary: string;
  responses: object;
}

const fetchDocs = (file: string) => fetch(`${sandbox.origin}/docs/${file}`);
const load = async <T>(file: string) => (await (await fetchDocs(file)).json()) as T;

/** A tenant with the values of the variables that users set. */
async function variables() {
  const { tenant, key } = await sandbox.tenant();
  return { tenant: tenant.slug, key: key.value };
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

describe('/docs/nameyard.http', () => {
  it('has a successful request for each operation of the sandbox', async () => {
    const response = await fetchDocs('nameyard.http');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const played = await playHttp(await response.text(), await variables());
    expect(played.filter(({ status }) => status >= 400)).toEqual([]);
    const expected = operations.map(({ id: name, status }) => ({ name, status }));
    expect(played.map(({ name, status }) => ({ name, status })).sort(byName)).toEqual(expected.sort(byName));
  });
});

describe('/docs/postman.json', () => {
  it('has a successful request for each operation of the sandbox', async () => {
    const played = await playPostman(await load<object>('postman.json'), await variables());
    expect(played.filter(({ status, failed }) => status >= 400 || failed.length > 0)).toEqual([]);
    const expected = operations.map(({ title: name, status }) => ({ name, status }));
    expect(played.map(({ name, status }) => ({ name, status })).sort(byName)).toEqual(expected.sort(byName));
  });

  it('has no failures in Newman, whose scripts cannot redeclare its globals', async () => {
    const played = await playNewman(await load<object>('postman.json'), await variables());
    expect(played).toEqual({ requests: operations.length, failures: [] });
  });

  it('shows the optional query parameters, without sending them', async () => {
    const text = JSON.stringify(await load<object>('postman.json'));
    expect(text).toContain('"key":"after","value":""');
    expect(text).toContain(`"value":"${sandbox.origin}/api/v1"`);
  });
});
