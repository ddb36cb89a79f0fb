import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../../openapi/passes/operations.js';
import { fieldRows, type Part, resolve } from './fields.js';

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

/** All operations of the API by tag, in Markdown. */
export function apiReference(api: OpenAPIObject): string {
  const operations = operationsOf(api) as unknown as { method: string; path: string; operation: Operation }[];
  const sections = api.tags!.map(({ name, description }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(name));
    return [`## ${name}`, description, ...ofTag.map(found => describe(api, found))].join('\n\n');
  });
  return sections.join('\n\n');
}

/** The ID of the heading is the operation ID. */
function describe(
  api: OpenAPIObject,
  { method, path, operation }: { method: string; path: string; operation: Operation },
) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return [
    `### \`${operationId}\``,
    `**${summary}**`,
    `~~~http\n${method.toUpperCase()} ${path}\n~~~`,
    description,
    ...headersOf(operation),
    ...table('Parameters', parameters.filter(parameter => !isHeader(parameter)).map(parameterRow)),
    ...bodyOf(api, 'Request', requestBody),
    ...responsesOf(api, responses),
  ].join('\n\n');
}

const isHeader = (parameter: Part) => parameter['in'] === 'header';

/** Only the names; the beginning of the page describes the headers. */
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

function table(title: string, rows: string[][]): string[] {
  const all = rows.flat();
  if (all.length === 0) return [`**${title}**`].filter(() => title.startsWith('Re'));
  return [`**${title}**`, ['| Field | Type | Description |', '| --- | --- | --- |', ...all].join('\n')];
}
