import { codesOf, documentedOperations } from '../support/documents.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.stop());

const get = (path: string) => sandbox.call({ method: 'GET', path });

/** The rows of the page: status, code, description, advice, retry. */
function rowsOf(html: string): string[][] {
  const sections = html.split('<h2').slice(1);
  return sections.flatMap(section => {
    const [, status = ''] = /^[^>]*>(\d{3}) /.exec(section) ?? [];
    const rows = [...section.matchAll(/<tr>\s*(<td>.*?)<\/tr>/gs)];
    return rows.map(([, row]) => [status].concat([...row!.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => cell!)));
  });
}

describe('/docs/errors', () => {
  let rows: string[][];
  beforeAll(async () => void (rows = rowsOf((await get('/docs/errors')).text)));

  it('lists each code of the OpenAPI document with its status', async () => {
    const responses = documentedOperations((await get('/docs/openapi.json')).body)
      .flatMap(operation => Object.entries(operation.responses))
      .filter(([status, { content }]) => Number(status) >= 400 && content['application/json']?.schema.allOf);
    const expected = new Set(
      responses.flatMap(([status, response]) => codesOf(response).map(code => `${status} <code>${code}</code>`)),
    );
    expect(expected.size).toBeGreaterThan(30);
    expect(rows.map(([status, code]) => `${status} ${code}`).sort()).toEqual([...expected].sort());
  });

  it('describes each code, with advice', () => {
    for (const [, code, description, advice] of rows) {
      expect([code, description]).toEqual([code, expect.stringMatching(/\.$/)]);
      expect([code, advice]).toEqual([code, expect.stringMatching(/\.$/)]);
    }
  });

  it('says which errors have a `Retry-After` header', () => {
    const retryOf = (name: string) => rows.find(([, code]) => code === `<code>${name}</code>`)!.at(-1);
    expect(retryOf('RATE_LIMITED')).toBe('After <code>Retry-After</code>');
    expect(retryOf('DOMAIN_TAKEN')).toBe('No');
  });
});
