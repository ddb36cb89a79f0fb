import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from '../openapi/passes/operations.js';
import { type Step, STEPS } from './steps.js';

/** A request of the collections. Texts in double braces are variables; `$uuid` and `$timestamp` are built in. */
export interface CollectionRequest {
  id: string;
  title: string;
  description: string;
  /** The tag of the operation. */
  group: string;
  method: string;
  /** Path below the base URL, such as `/sandbox/orders/{{order_id}}`. */
  path: string;
  /** All query parameters; only those with a value are sent. */
  query: { name: string; description: string; value: string | undefined }[];
  headers: Record<string, string>;
  body: object | undefined;
  /** Status of the success. */
  status: number;
  captures: Record<string, string>;
}

const BASE = '/api/v1';

/** A request for each operation of the sandbox, in an order in which all succeed. */
export const collectionRequests = ({ paths }: OpenAPIObject): CollectionRequest[] => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap(method => {
      const operation = item[method];
      return operation ? [{ path, method: method.toUpperCase(), operation }] : [];
    }),
  );
  return Object.entries(STEPS).map(([id, step]) => {
    const found = operations.find(({ operation }) => operation.operationId === id);
    if (!found) throw new Error(`There is no operation ${id}; remove its step`);
    return requestFor(found, step);
  });
};

function requestFor({ path, method, operation }: { path: string; method: string; operation: Operation }, step: Step) {
  const { operationId: id = '', summary: title = '', description = '', tags: [group = ''] = [] } = operation;
  const { inWorld = false, body = (example: object) => example, captures = {} } = step;
  const example = exampleOf(operation);
  const filled = path.slice(BASE.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => step.path?.[name] ?? '');
  return {
    id,
    title,
    description,
    group,
    method,
    path: filled,
    query: queryOf(operation, step),
    headers: headersOf(operation, inWorld),
    body: example && body(example),
    status: Number(Object.keys(operation.responses).find(status => status.startsWith('2'))),
    captures,
  };
}

function headersOf(operation: Operation, inWorld: boolean): Record<string, string> {
  const [tenant, key] = inWorld ? ['{{world}}', '{{world_key}}'] : ['{{tenant}}', '{{key}}'];
  return {
    Authorization: `Bearer ${key}`,
    'X-Tenant': tenant,
    ...(parametersOf(operation).some(({ name }) => name === 'X-Idempotency-Key') && {
      'X-Idempotency-Key': '{{$uuid}}',
    }),
    ...(operation.requestBody && { 'Content-Type': 'application/json' }),
  };
}

const queryOf = (operation: Operation, { query = {} }: Step) =>
  parametersOf(operation)
    .filter(parameter => parameter.in === 'query')
    .map(({ name, description = '' }) => ({ name, description, value: query[name] }));

const parametersOf = ({ parameters = [] }: Operation) =>
  parameters.flatMap(parameter => ('in' in parameter ? [parameter] : []));

function exampleOf({ requestBody }: Operation): object | undefined {
  return requestBody && 'content' in requestBody ? requestBody.content['application/json']?.example : undefined;
}
