import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { PORTAL_DOCUMENT } from '../support/client.js';
import { codesOf, type DocumentedOperation, documentedOperations, resolve, fieldsOf } from '../support/documents.js';
import { expectGolden } from '../support/golden.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

const DOCUMENTS = [
  { path: '/docs/openapi.json', golden: 'openapi.json' },
  { path: PORTAL_DOCUMENT, golden: 'portal-openapi.json' },
];

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await sharedSandbox()));

describe.each(DOCUMENTS)('OpenAPI document $path', ({ path, golden }) => {
  // oxlint-disable-next-line no-explicit-any -- parts of any shape
  let document: any;
  let operations: DocumentedOperation[];
  let failures: { name: string; response: DocumentedOperation['responses'][string] }[];

  beforeAll(async () => {
    document = (await sandbox.call({ method: 'GET', path })).body;
    operations = documentedOperations(document);
    failures = operations.flatMap(({ operation, responses }) =>
      Object.entries(responses)
        .filter(([status, { content }]) => Number(status) >= 400 && content['application/json']?.schema.allOf)
        .map(([status, response]) => ({ name: `${operation.operationId} ${status}`, response })),
    );
  });

  it(`equals golden/${golden}`, () => {
    expectGolden(golden, `${JSON.stringify(document, null, 2)}\n`);
  });

  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
  });

  it('repeats no inline object within a schema, because some code generators skip such a schema', () => {
    const inlineObjects = (value: unknown): string[] =>
      typeof value !== 'object' || value === null
        ? []
        : [...('properties' in value ? [JSON.stringify(value)] : []), ...Object.values(value).flatMap(inlineObjects)];
    const repeated = Object.entries(document.components.schemas).filter(([, schema]) => {
      const objects = inlineObjects(schema);
      return new Set(objects).size < objects.length;
    });
    expect(repeated.map(([name]) => name)).toEqual([]);
  });

  it('gives each operation a unique id, a summary and a description', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter(id => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ operation }) => !operation.summary || !operation.description)).toEqual([]);
  });

  it('declares exactly the tags it uses, with descriptions', () => {
    const { webhooks = {} } = document as { webhooks?: Record<string, { post: { tags: string[] } }> };
    const used = [...operations.map(({ operation }) => operation), ...Object.values(webhooks).map(({ post }) => post)];
    const declared = (document.tags as { name: string; description?: string }[]).filter(tag => tag.description);
    expect(declared.map(({ name }) => name).sort()).toEqual([...new Set(used.flatMap(({ tags }) => tags))].sort());
  });

  it('has a target for each reference', () => {
    const references = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target),
    );
    expect(references.size).toBeGreaterThan(20);
    for (const $ref of references) expect([$ref, resolve(document, { $ref })]).toEqual([$ref, expect.any(Object)]);
  });

  it('contains only JSON Schema 2020-12 schemas', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, keywords: ['example', 'components'] });
    formats.default(ajv);
    ajv.addFormat('idn-email', text => text.includes('@'));
    ajv.addSchema({ components: document.components }, 'document');
    for (const [name, schema] of Object.entries<object>(document.components.schemas)) {
      expect([name, ajv.validateSchema(schema)]).toEqual([name, true]);
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
    }
  });

  it('gives every email address a format that allows all scripts', () => {
    const text = JSON.stringify(document);
    const emails = [...text.matchAll(/"email":(\{"type":"string"[^{}]*\})/g)].map(([, schema]) => JSON.parse(schema!));
    expect(emails.length).toBeGreaterThan(1);
    for (const schema of emails) expect(schema).toMatchObject({ format: 'idn-email' });
    expect(text).not.toContain('"format":"email"');
  });

  it('has no null in enums, which code generators do not expect', () => {
    expect(JSON.stringify(document)).not.toMatch(/"enum":\[(?:[^\]]*,)?null[,\]]/);
  });

  it('lists all error codes, and the codes of each error response', () => {
    expect(failures.length).toBeGreaterThan(60);
    const codes = new Set(failures.flatMap(({ response }) => codesOf(response)));
    expect(document.components.schemas.ErrorCode.enum).toEqual([...codes].sort());
    for (const { name, response } of failures)
      for (const code of codesOf(response))
        expect([name, response.description]).toEqual([name, expect.stringContaining(`\`${code}\`: `)]);
  });

  it('has an example for each request body, success response and error code', () => {
    for (const { operation, responses } of operations) {
      const [success] = Object.values(responses);
      for (const body of [operation.requestBody, success])
        for (const media of Object.values(body?.content ?? {}))
          expect([operation.operationId, media]).toEqual([
            operation.operationId,
            expect.objectContaining({ example: expect.anything() }),
          ]);
    }
    for (const { name, response } of failures) {
      const { examples = {} } = response.content['application/json']!;
      expect([name, Object.keys(examples)]).toEqual([name, codesOf(response)]);
    }
  });

  it('allows null for optional fields of request bodies, but not for members to change', () => {
    const bodies = operations.flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}));
    const fields = bodies.flatMap(({ schema }) => fieldsOf(document, schema));
    const rejecting = fields.filter(({ isRequired, schema }) => !isRequired && !acceptsNull(schema));
    const changeable = /^UpdateRegistrationRequest\.[a-z_]+$/;
    expect(rejecting.map(field => field.path).filter(path => !changeable.test(path))).toEqual([]);
  });
});

// oxlint-disable-next-line no-explicit-any -- a schema of any shape
const acceptsNull = ({ type, anyOf }: any): boolean => type?.includes('null') || anyOf?.some(acceptsNull) === true;
