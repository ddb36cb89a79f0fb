import { Ajv2020, type AnySchema, type ErrorObject } from 'ajv/dist/2020.js';
import { readSettings } from '#platform/process/config';
import { ApiModule } from '../api/api.module.js';
import { previewApi } from '../api/create-api.js';
import { operationsOf } from '../docs/openapi/passes/operations.js';

interface Shape {
  method: string;
  path: RegExp;
  /** Pointers to the responses by status. */
  responses: Record<string, string>;
}

const DOCUMENT = 'openapi.json';

/** Compares members and types of responses with the OpenAPI document of this release. Additional members are accepted. */
export class ResponseShapes {
  private readonly ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, validateSchema: false });

  private constructor(
    document: object,
    private readonly shapes: Shape[],
  ) {
    this.ajv.addSchema(document as AnySchema, DOCUMENT);
  }

  static async load(): Promise<ResponseShapes> {
    const document = await previewApi(readSettings({}), [ApiModule]);
    const shapes = operationsOf(document).map(({ path, method, operation }) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          response && '$ref' in response ? response.$ref : pointerTo('paths', path, method, 'responses', status),
        ]),
      ),
    }));
    return new ResponseShapes(document, shapes);
  }

  /** One sentence for each difference; none if the document has no response with this status. */
  differences(call: { method: string; path: string }, status: number, body: unknown): string[] {
    const path = call.path.split('?', 1)[0]!;
    const shape = this.shapes.find(({ method, path: pattern }) => method === call.method && pattern.test(path));
    const response = shape?.responses[status];
    const isValid = response && this.ajv.getSchema(`${DOCUMENT}${response}${pointerTo(...SCHEMA).slice(1)}`);
    if (!isValid || isValid(body)) return [];
    return [...new Set(isValid.errors?.flatMap(differenceOf))];
  }
}

const SCHEMA = ['content', 'application/json', 'schema'];

const pointerTo = (...names: string[]): string =>
  ['#', ...names.map(name => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))].join('/');

/** Ignores differences of values, which scenarios compare. */
function differenceOf({ keyword, instancePath, params, schemaPath }: ErrorObject): string[] {
  const at = instancePath.slice(1).split('/').filter(Boolean);
  if (keyword === 'required') return [`${[...at, params['missingProperty']].join('.')} must be present.`];
  const isAlternative = params['type'] === 'null' && schemaPath.includes('/anyOf/');
  if (keyword !== 'type' || isAlternative) return [];
  return [`${at.join('.') || 'The body'} must be ${[params['type']].flat().join(' or ')}.`];
}
