import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface HttpResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The JSON value of the body; undefined if the body is not JSON. */
  // oxlint-disable-next-line no-explicit-any -- depends on the request
  body: any;
  text: string;
}

/** The JSON value of a response body; undefined if the body is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface RequestedOperation {
  method: string;
  path: string;
}

/** Of `error.docs`, which is only a path if the host of the request is unknown. */
const ORIGIN = /^https?:\/\/[^/]+/;

const ERROR_ENVELOPE = {
  type: 'object',
  required: ['success', 'data', 'error'],
  additionalProperties: false,
  properties: {
    success: { const: false },
    data: { type: 'null' },
    meta: { type: 'object', properties: { source: { type: 'string' }, environment: { const: 'live' } } },
    error: {
      type: 'object',
      required: ['code', 'message', 'retryable', 'docs'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', pattern: '^([A-Z][A-Z_]+|unsupported_tld)$' },
        message: { type: 'string', minLength: 10 },
        retryable: { type: 'boolean' },
        docs: { type: 'string' },
        details: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['field', 'message'],
            additionalProperties: false,
            properties: {
              field: { type: 'string', minLength: 1 },
              message: { type: 'string', minLength: 10 },
              rule: { type: 'string', minLength: 1 },
              amount: { type: 'object', required: ['currency', 'total'] },
            },
          },
        },
      },
    },
  },
};

/** Checks responses against an OpenAPI document of the service that sent them. */
export class OpenApiCheck {
  // The linters of `npm test` validate the document itself.
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  private readonly headerAjv = new Ajv2020({ strict: false, coerceTypes: true });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly isFailure: ValidateFunction;
  private readonly templates: [path: string, form: RegExp][];
  /** Names of all headers in the document, in lower case. */
  private readonly headerNames: Set<string>;

  // oxlint-disable-next-line no-explicit-any -- a document of any shape
  constructor(private readonly document: any) {
    formats.default(this.ajv);
    this.ajv.addFormat('idn-email', text => text.includes('@'));
    this.ajv.addSchema(closed(document) as AnySchema, DOCUMENT);
    this.templates = Object.keys(document.paths).map(path => [path, formOf(path)]);
    this.headerNames = new Set(Object.keys(document.components.headers).map(name => nameOf(name).toLowerCase()));
    this.isFailure = this.ajv.compile(ERROR_ENVELOPE);
  }

  /** @throws Error that lists all differences between the response and the document */
  check(requested: RequestedOperation, answer: HttpResponse): void {
    const problems = [...this.problems(requested, answer)];
    if (problems.length === 0) return;
    const { status, text } = answer;
    throw new Error(`${requested.method} ${requested.path} → ${status} ${text.slice(0, 600)}\n${problems.join('\n')}`);
  }

  private *problems(
    { method, path }: RequestedOperation,
    { status, headers, body, text }: HttpResponse,
  ): Generator<string> {
    if (!headers['x-request-id']) yield 'missing X-Request-Id';
    for (const name of Object.keys(headers)) if (name.startsWith('access-control-')) yield `unexpected ${name}`;
    const type = String(headers['content-type']).replace('; charset=utf-8', '');
    if (type !== JSON_TYPE && type !== CSV_TYPE) yield `unexpected content type ${headers['content-type']}`;
    if (status === 500 && !headers['sandbox-faulted']) yield 'internal error';
    if (method === 'HEAD') return;
    if (body === undefined && type === JSON_TYPE) yield `body is not JSON: ${text}`;
    if (status >= 400) yield* this.failureProblems(body, headers);
    const template = this.templateOf(path.split('?', 1)[0]!);
    const operation = this.document.paths[template]?.[method.toLowerCase()];
    if (!operation) {
      if (status < 400) yield 'succeeded on an undocumented route';
      return;
    }
    const place = this.locate(['paths', template, method.toLowerCase(), 'responses', String(status)]);
    if (!place) yield `undocumented status ${status}`;
    else {
      yield* this.headerProblems(place, headers);
      yield* this.bodyProblems([...place, 'content', type, 'schema'], type === JSON_TYPE ? body : text);
    }
  }

  private *failureProblems(body: HttpResponse['body'], headers: HttpResponse['headers']): Generator<string> {
    const { code, docs, retryable } = body?.error ?? {};
    if (!this.isFailure(body)) return yield this.ajv.errorsText(this.isFailure.errors);
    if (docs?.replace(ORIGIN, '') !== `/docs/errors#${code}`) yield `wrong address of the documentation: ${docs}`;
    if (headers['retry-after'] && !retryable) yield 'Retry-After on an error that is not retryable';
  }

  /** The path template that matches this path; literal paths take precedence. */
  private templateOf(path: string): string {
    if (this.document.paths[path]) return path;
    return this.templates.find(([, form]) => form.test(path))?.[0] ?? path;
  }

  /** Locates a response at its operation or among the shared ones. */
  private locate(place: string[]): string[] | undefined {
    const response = this.at(place);
    return response?.$ref === undefined ? response && place : pathOf(response.$ref);
  }

  // oxlint-disable-next-line no-explicit-any -- any part of the document
  private at(place: string[]): any {
    // oxlint-disable-next-line no-explicit-any -- any part of the document
    return place.reduce<any>((part, name) => part?.[name], this.document);
  }

  private *headerProblems(place: string[], headers: HttpResponse['headers']): Generator<string> {
    const documented = Object.entries<{ $ref: string }>(this.at(place).headers);
    const names = documented.map(([name]) => name.toLowerCase());
    for (const [name, { $ref }] of documented) {
      const { required, schema } = this.at(pathOf($ref));
      const value = headers[name.toLowerCase()];
      if (value === undefined && required) yield `missing ${name}`;
      if (value !== undefined && !this.headerAjv.validate(schema, value))
        yield `${name}: ${value} ${this.headerAjv.errorsText()}`;
    }
    for (const name of Object.keys(headers))
      if (this.headerNames.has(name) && !names.includes(name)) yield `undocumented header ${name}`;
  }

  private *bodyProblems(place: string[], body: unknown): Generator<string> {
    if (!this.at(place)) return yield `undocumented content type ${place.at(-2)}`;
    const pointer = place.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = this.validators.get(pointer) ?? this.ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` });
    this.validators.set(pointer, validate);
    if (!validate(body)) yield this.ajv.errorsText(validate.errors);
  }
}

const DOCUMENT = 'openapi.json';
const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';

/** Splits `#/components/headers/RateLimit` into its names. */
const pathOf = (reference: string): string[] => reference.replace('#/', '').split('/');

/** The header of a component, whether required or optional. */
const nameOf = (component: string): string => component.replace(/^Optional-/, '');

const formOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

/** Copies schemas without additional properties. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  return 'properties' in copy && copy['type'] === 'object' ? { ...copy, additionalProperties: false } : copy;
}
