/** Reads the methods of the clients from the OpenAPI document and the names in methods.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pascal } from './model.mjs';

const NAMES = JSON.parse(readFileSync(join(import.meta.dirname, 'methods.json'), 'utf8'));
const SANDBOX = '/api/v1/sandbox/';

/** The resources with their methods, for example `domains` and `control.worlds`. */
export function readResources({ paths, components: { schemas } }, types) {
  const fieldOf = (type, field) => types.find(({ name }) => name === type).fields.find(({ name }) => name === field);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), operation })),
  );
  const resources = new Map();
  for (const [id, { call, argument, items, reads = false, seconds = 0 }] of Object.entries(NAMES)) {
    const { path, verb, operation } = operations.find(each => each.operation.operationId === id);
    const { summary, requestBody, responses, parameters = [] } = operation;
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'));
    const names = call.split('.');
    const name = names.pop();
    const body = requestBody && refOf(requestBody);
    const result = pascal(refOf(success, 'data'));
    const method = {
      id, name, verb, summary, reads, seconds, items, result, body,
      path: path.slice(SANDBOX.length),
      parameter: /\{(\w+)\}/.exec(path)?.[1],
      argument: argument && fieldOf(body, argument),
      item: items && fieldOf(result, items).type.of.name,
      query: parameters.some(parameter => parameter.in === 'query') ? `${pascal(id)}Query` : undefined,
      isEmpty: body === 'EmptyRequest',
      isIdempotent: parameters.some(parameter => parameter.name === 'X-Idempotency-Key'),
    }; // oxfmt-ignore
    const resource = names.join('.');
    resources.set(resource, [...(resources.get(resource) ?? []), method]);
  }
  return [...resources].map(([resource, methods]) => ({ resource, methods }));

  function refOf({ content }, member) {
    let { schema } = content['application/json'];
    if (member) schema = (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema).properties[member];
    return schema.$ref.split('/').at(-1);
  }
}
