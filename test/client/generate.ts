import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

// oxlint-disable-next-line no-explicit-any -- parts of an OpenAPI document
type Part = any;

const PREFIX = '/api/v1/sandbox/';
const HEADER = '/** Generated from test/golden/openapi.json by test/architecture/client.spec.ts. Do not edit. */\n\n';

interface Operation {
  id: string;
  method: string;
  path: string;
}

/** The operations of the sandbox API, which the client must offer. */
export function sandboxOperations(document: Part): Operation[] {
  return Object.entries<Part>(document.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, methods]) =>
      Object.entries<Part>(methods).map(([method, { operationId }]) => ({ id: operationId, method, path })),
    );
}

/** Types of the requests, of `data` of the responses, and of the webhooks. */
export async function generateTypes(document: Part): Promise<string> {
  const nodes = await openapiTypescript(JSON.stringify(reduce(document)), { alphabetize: true });
  const kept = nodes.filter(
    node => ts.isInterfaceDeclaration(node) && ['components', 'operations'].includes(nameOf(node)),
  );
  const messages = messagesOf(document).map(name => `  | components['schemas']['${name}']`);
  const text = astToString(kept as ts.Node[])
    .replace(/^ +\* @enum .*\n/gm, '')
    .replaceAll('@description ', '')
    .replace(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */')
    .replace(/^ +(responses|parameters|requestBodies|headers|pathItems): never;\n/gm, '')
    .replace(/^(?: {4})+/gm, indent => indent.slice(indent.length / 2));
  return `${HEADER}${text}\n/** Bodies of webhooks. */\nexport type WebhookMessage =\n${messages.join('\n')};\n`;
}

/** One class for each error code, and their list by code. */
export function generateErrors(document: Part): string {
  const codes: string[] = document.components.schemas.ErrorCode.enum;
  const classes = codes.map(
    code => `/** ${descriptionOf(document, code)} */
export class ${classOf(code)} extends ApiError {
  static override readonly kind: string = '${classOf(code)}';
  declare readonly code: '${code}';
}`,
  );
  const entries = codes.map(code => `  ${code}: ${classOf(code)},`);
  return `${HEADER}import { ApiError } from '../api-error.js';

${classes.join('\n\n')}

/** The class of each error code. */
export const ERROR_CLASSES = {
${entries.join('\n')}
} as const;

/** Error codes of the API. */
export type ErrorCode = keyof typeof ERROR_CLASSES;
`;
}

/** `DOMAIN_TAKEN` is `DomainTakenError`, and `INTERNAL_ERROR` is `InternalError`. */
export function classOf(code: string): string {
  const words = code
    .toLowerCase()
    .replace(/_error$/, '')
    .split('_');
  return `${words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')}Error`;
}

const nameOf = (node: ts.Node): string => (node as ts.InterfaceDeclaration).name.text;

const messagesOf = (document: Part): string[] =>
  Object.values<Part>(document.webhooks).map(({ post }) =>
    post.requestBody.content['application/json'].schema.$ref.split('/').at(-1),
  );

/** The document without what the types of the client do not need: headers, errors, examples, other operations. */
function reduce(document: Part): Part {
  const paths: Part = {};
  for (const { method, path } of sandboxOperations(document))
    (paths[path] ??= {})[method] = reduceOperation(document.paths[path][method]);
  const schemas = schemasOf(document, [paths, ['BrokenFieldView', ...messagesOf(document)].map(refTo)]);
  return reduceSchema({
    openapi: document.openapi,
    info: { title: '', version: '' },
    paths,
    components: { schemas },
  });
}

function reduceOperation({ operationId, parameters = [], requestBody, responses }: Part): Part {
  const [status, success] = Object.entries<Part>(responses).find(([status]) => status.startsWith('2'))!;
  const data = success.content['application/json'].schema.properties.data;
  return {
    operationId,
    parameters: parameters.filter((parameter: Part) => parameter.in === 'query'),
    ...(requestBody && { requestBody }),
    responses: { [status]: { description: '', content: { 'application/json': { schema: data } } } },
  };
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** All schemas that these parts refer to. */
function schemasOf(document: Part, parts: Part): Part {
  const found: Part = {};
  const visit = (part: Part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!found[name!]) visit((found[name!] = document.components.schemas[name!]));
  };
  visit(parts);
  return found;
}

/** Without examples and formats, which are not types, because the package must stay small. */
function reduceSchema(value: Part): Part {
  if (Array.isArray(value)) return value.map(reduceSchema);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries<Part>(value).filter(([name, part]) => name !== 'example' && !isFormat(name, part));
  return Object.fromEntries(entries.map(([name, part]) => [name, reduceSchema(part)]));
}

const isFormat = (name: string, part: Part) => name === 'format' && typeof part === 'string';

/** The description of an error code, which the response that has it contains. */
function descriptionOf(document: Part, code: string): string {
  const pattern = new RegExp(String.raw`\`${code}\`: ([^"]*?)(?=\\n|")`);
  return pattern.exec(JSON.stringify(document))![1]!;
}
