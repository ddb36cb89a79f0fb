import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../../openapi/passes/operations.js';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: object[];
  parameters?: Part[];
  requestBody?: Part;
  responses: Record<string, Part>;
}

/** All operations of the API by tag, in Markdown. `snippets` has a section for each operation. */
export function apiReference(api: OpenAPIObject, snippets: string): string {
  const snippetsOf = (id: string) => snippets.split(`## ${id}\n`)[1]!.split('\n## ')[0]!.trim();
  const operations = operationsOf(api) as unknown as { method: string; path: string; operation: Operation }[];
  const tags = api.tags!.map(({ name, description }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(name));
    return [
      `## ${name}`,
      description,
      ...ofTag.map(found => describe(api, found, snippetsOf(found.operation.operationId))),
    ].join('\n\n');
  });
  return tags.join('\n\n');
}

/** The ID of the heading is the operation ID. */
function describe(
  api: OpenAPIObject,
  { method, path, operation }: { method: string; path: string; operation: Operation },
  snippets: string,
) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return [
    `### \`${operationId}\``,
    `**${summary}**`,
    `~~~http\n${method.toUpperCase()} ${path}\n~~~`,
    description,
    snippets,
    ...headersOf(operation),
    ...table(PARAMETERS, parameters.filter(parameter => !isHeader(parameter)).map(parameterRow)),
    ...bodyOf(api, 'Request', requestBody),
    ...responsesOf(api, responses),
  ].join('\n\n');
}

const isHeader = (parameter: Part) => parameter['in'] === 'header';

/** Names of the headers, which the beginning of the page describes. */
function headersOf({ security = [], parameters = [] }: Operation): string[] {
  const key = security.length > 0 ? [{ name: 'Authorization', required: true }] : [];
  const headers = [...key, ...parameters.filter(isHeader)];
  const names = headers.map(({ name, required }) => `\`${name}\`${required ? '' : ' (optional)'}`);
  return names.length > 0 ? [`**Headers:** ${names.join(', ')}`] : [];
}

const parameterRow = ({ name, schema, ...parameter }: Part) =>
  fieldRows(
    {},
    {
      properties: { [name]: { ...schema, description: parameter['description'] } },
      required: parameter['required'] ? [name] : [],
    },
  );

function responsesOf(api: OpenAPIObject, responses: Record<string, Part>): string[] {
  const resolved = Object.entries(responses).map(([status, response]) => ({
    status,
    response: resolve(api, response),
  }));
  const codes = resolved.filter(({ status }) => Number(status) >= 400).flatMap(({ response }) => codesOf(response));
  const success = resolved.find(({ status }) => status.startsWith('2'));
  return [
    ...(success ? bodyOf(api, `Response ${success.status}`, success.response) : []),
    ...(codes.length > 0
      ? [`**Errors:** ${[...new Set(codes)].map(code => `[\`${code}\`](/docs/errors#${code})`).join(', ')}`]
      : []),
  ];
}

const codesOf = (response: Part): string[] => Object.keys(response['content']?.['application/json']?.examples ?? {});

/** The fields of a JSON body, without the envelope of responses, and an example. */
function bodyOf(api: OpenAPIObject, title: string, body: Part | undefined): string[] {
  const { schema, example } = body?.['content']?.['application/json'] ?? {};
  if (!schema) return [];
  const data = resolve(api, schema)['properties']?.data;
  const shown = data && example?.data !== undefined ? example.data : example;
  return [
    ...table(data ? `${title}, \`data\`` : title, [fieldRows(api, data ?? schema)]),
    ...(shown === undefined ? [] : [`~~~json\n${JSON.stringify(shown, null, 2)}\n~~~`]),
  ];
}

const PARAMETERS = 'Parameters';

/** A table of fields. Without fields, only the title; nothing if an operation has no parameters. */
function table(title: string, rows: string[][]): string[] {
  const all = rows.flat();
  if (all.length === 0) return title === PARAMETERS ? [] : [`**${title}**`];
  return [`**${title}**`, ['| Field | Type | Description |', '| --- | --- | --- |', ...all].join('\n')];
}

// oxlint-disable-next-line no-explicit-any -- parts of an OpenAPI document
type Part = Record<string, any>;

const MAX_DEPTH = 4;

/** Follows a reference, and merges `allOf`. */
function resolve(document: object, part: Part): Part {
  const { $ref, allOf, ...own } = part;
  if ($ref) {
    const path = ($ref as string).slice(2).split('/');
    return resolve(
      document,
      path.reduce((at: Part, name) => at[name], document as Part),
    );
  }
  if (!allOf) return part;
  return Object.assign({}, ...(allOf as Part[]).map(base => resolve(document, base)), own);
}

/** The fields of a schema as the rows of a Markdown table; nested ones have their path. */
function fieldRows(document: object, schema: Part, prefix = '', depth = 0): string[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries<Part>(properties).flatMap(([name, property]) => {
    const field = resolve(document, property);
    const path = `${prefix}${name}`;
    const isOptional = !(required as string[]).includes(name);
    const row = `| \`${path}\` | ${cell(typeOf(document, field))}${isOptional ? ', optional' : ''} | ${cell(field['description'] ?? '')} |`;
    return depth < MAX_DEPTH ? [row].concat(nestedRows(document, field, path, depth + 1)) : [row];
  });
}

function nestedRows(document: object, field: Part, path: string, depth: number): string[] {
  const nested = resolve(document, withoutNull(field) ?? field);
  if (nested['items']) return fieldRows(document, nested['items'], `${path}[].`, depth);
  return nested['properties'] ? fieldRows(document, nested, `${path}.`, depth) : [];
}

/** The schema of a nullable field. */
const withoutNull = ({ anyOf, oneOf }: Part): Part | undefined => {
  const variants = ((anyOf ?? oneOf ?? []) as Part[]).filter(({ type }) => type !== 'null');
  return variants.length === 1 ? variants[0] : undefined;
};

function typeOf(document: object, schema: Part): string {
  const { type, enum: values, const: value, items, anyOf, oneOf, format } = resolve(document, schema);
  if (value !== undefined) return `\`${value}\``;
  if (values) return (values as unknown[]).map(each => `\`${each}\``).join(', ');
  if (items) return `array of ${typeOf(document, items)}${isNullable(type) ? ' or null' : ''}`;
  const variants = (anyOf ?? oneOf) as Part[] | undefined;
  if (variants) return [...new Set(variants.map(variant => typeOf(document, variant)))].join(' or ');
  const name = [type ?? 'any'].flat().join(' or ');
  return format && type !== 'null' ? `${name} (${format})` : name;
}

const isNullable = (type: unknown): boolean => Array.isArray(type) && type.includes('null');

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
