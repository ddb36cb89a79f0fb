import fc from 'fast-check';
import { anyJson, anyText, headerText, likelyNames } from '../support/arbitraries.js';
import type { Answer } from '../support/answers.js';
import { ADA, type Client, ENDPOINTS } from '../support/client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await sandbox.tenant();
});
afterAll(async () => {
  const faults = sandbox.log.filter(({ level }) => level === 'error');
  await sandbox.stop();
  expect(faults).toEqual([]);
});

const endpoints = fc.constantFrom(...ENDPOINTS);

/** The client itself sees to it that the answer is the envelope that the document describes. */
const expectNoFault = ({ status }: Answer) => expect(status).toBeLessThan(500);

const anyBody = fc.oneof(
  fc.record({ domain: fc.oneof(anyText, likelyNames, anyJson) }, { noNullPrototype: true }),
  fc.record(
    {
      domain: fc.oneof(likelyNames, anyText),
      years: fc.oneof(fc.integer({ min: -1, max: 12 }), fc.double(), anyJson),
      owner: fc.oneof(
        anyJson,
        fc.record(
          { first_name: anyText, last_name: anyText, email: anyText, phone: anyText, country: anyText },
          { noNullPrototype: true, requiredKeys: [] },
        ),
      ),
    },
    { noNullPrototype: true, requiredKeys: [] },
  ),
  fc.record(
    {
      order_id: fc.oneof(anyText, anyJson),
      payment: fc.oneof(anyJson, fc.record({ method: fc.oneof(anyText, fc.constant('test')), reference: anyText })),
    },
    { noNullPrototype: true, requiredKeys: [] },
  ),
);

describe('no request whatsoever makes the service fail', () => {
  it('whatever JSON it carries', async () => {
    await fc.assert(
      fc.asyncProperty(endpoints, anyJson, async (path, body) => {
        expectNoFault(await client.raw({ path, body: JSON.stringify(body) }));
      }),
      { numRuns: 300 },
    );
  });

  it('whatever stands in the fields', async () => {
    await fc.assert(
      fc.asyncProperty(endpoints, anyBody, async (path, body) => {
        expectNoFault(await client.raw({ path, body: JSON.stringify(body) }));
      }),
      { numRuns: 500 },
    );
  });

  it('whatever bytes it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(endpoints, fc.uint8Array({ maxLength: 300 }), async (path, bytes) => {
        expectNoFault(await client.raw({ path, body: Buffer.from(bytes) }));
      }),
      { numRuns: 300 },
    );
  });

  it('whatever headers it has', async () => {
    const names = [
      'Authorization',
      'X-Tenant',
      'Accept',
      'Content-Type',
      'Content-Encoding',
      'X-Idempotency-Key',
      'Idempotency-Key',
      'X-Request-Id',
      'Origin',
      'Cookie',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-HTTP-Method-Override',
      'Accept-Encoding',
      'If-None-Match',
    ];
    const headers = fc.dictionary(fc.constantFrom(...names), headerText, { maxKeys: 4, noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(endpoints, headers, async (path, given) => {
        expectNoFault(
          await client.raw({ path, headers: given, body: { domain: 'example.com', years: 1, owner: ADA } }),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('whatever path it goes to', async () => {
    const segment = fc.oneof(anyText, fc.constantFrom('sandbox', 'domains', 'search', 'registrar', '..', '%2e', ''));
    const paths = fc.array(segment, { maxLength: 6 }).map(parts => `/api/v1/${parts.map(encode).join('/')}`);
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS'), async (path, method) => {
        const { status, body } = await client.raw({ method, path });
        if (body.error.code !== 'REGISTRAR_DISABLED') expect(status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});

/** Escaped where a path could not carry it, and at times not at all well. */
function encode(text: string): string {
  return text.replace(
    /[^!-~]|[?#\\]/gu,
    character => `%${(character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`,
  );
}
