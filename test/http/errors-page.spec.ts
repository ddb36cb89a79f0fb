import { PORTAL_DOCUMENT } from '../support/client.js';
import { codesOf, documentedOperations } from '../support/documents.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let sections: Section[];

interface Section {
  status: string;
  code: string;
  description: string;
  /** The items of the list by their first words, such as `Retry`. */
  items: Record<string, string>;
}

beforeAll(async () => {
  sandbox = await sharedSandbox();
  sections = sectionsOf((await get('/docs/errors')).text);
});

const get = (path: string) => sandbox.call({ method: 'GET', path });

/** The section of each code, by the ID that `error.docs` refers to. */
function sectionsOf(html: string): Section[] {
  return html.split('<h3').flatMap(part => {
    const [, status = ''] = /^[^>]*>(?:Portal API: )?(\d{3}) /.exec(part) ?? [];
    const found = [...part.matchAll(/<h4 id="(\w+)"><code>\1<\/code>.*?<\/h4>\s*<p>(.*?)<\/p>(.*?)<\/ul>/gs)];
    return found.map(([, code, description, list]) => ({
      status,
      code: code!,
      description: description!,
      items: Object.fromEntries(
        [...list!.matchAll(/<strong>(.*?):<\/strong> (.*?)<\/li>/gs)].map(([, name, text]) => [name!, text!]),
      ),
    }));
  });
}

const sectionOf = (name: string) => sections.find(({ code }) => code === name)!;

/** The status and code of all errors in an OpenAPI document. */
async function documented(path: string): Promise<string[]> {
  const responses = documentedOperations((await get(path)).body)
    .flatMap(operation => Object.entries(operation.responses))
    .filter(([status, { content }]) => Number(status) >= 400 && content['application/json']?.schema.allOf);
  return responses.flatMap(([status, response]) => codesOf(response).map(code => `${status} ${code}`));
}

describe('/docs/errors', () => {
  it('has an anchor for each code of both OpenAPI documents, under its status', async () => {
    const [api, portal] = [await documented('/docs/openapi.json'), await documented(PORTAL_DOCUMENT)];
    const expected = new Set([...api, ...portal]);
    expect(expected.size).toBeGreaterThan(70);
    expect(sections.map(({ status, code }) => `${status} ${code}`).sort()).toEqual([...expected].sort());
  });

  it('says of each code what happened, whether to retry, and how to reproduce it', () => {
    for (const { code, description, items } of sections) {
      const sentence = expect.stringMatching(/^([A-Z]|<code>).*\.$/s);
      expect([code, description]).toEqual([code, sentence]);
      expect([code, items]).toEqual([
        code,
        expect.objectContaining({ Retry: expect.stringMatching(/^(Yes|No), .*\.$/), Reproduce: sentence }),
      ]);
    }
  });

  it('has advice for each code of the API', async () => {
    for (const code of new Set((await documented('/docs/openapi.json')).map(error => error.split(' ')[1]!)))
      expect([code, sectionOf(code).items['What to do']]).toEqual([code, expect.stringMatching(/\.$/)]);
  });

  it.each([
    ['RATE_LIMITED', 'Yes, after the time in <code>Retry-After</code>.'],
    ['IDEMPOTENCY_IN_PROGRESS', 'Yes, after the time in <code>Retry-After</code>.'],
    ['INTERNAL_ERROR', 'Yes, after a short wait.'],
    ['DELIVERY_UNDER_WAY', 'Yes, after a short wait.'],
    ['DOMAIN_TAKEN', 'No, the same request fails again.'],
    ['PAYMENT_DECLINED', 'No, the same request fails again.'],
  ])('says of %s: %s', (code, retry) => {
    expect(sectionOf(code).items['Retry']).toBe(retry);
  });

  it('agrees with the examples of the OpenAPI document about retries', async () => {
    const operations = documentedOperations((await get('/docs/openapi.json')).body);
    const examples = operations
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ content }) => Object.values(content['application/json']?.examples ?? {}))
      .flatMap(({ value }) => (value?.success === false ? [value.error] : []));
    expect(examples.length).toBeGreaterThan(100);
    for (const { code, retryable, docs } of examples)
      expect([docs, retryable ? 'Yes' : 'No']).toEqual([
        `http://127.0.0.1:3000/docs/errors#${code}`,
        sectionOf(code).items['Retry']!.split(',')[0],
      ]);
  });
});
