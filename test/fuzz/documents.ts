// oxlint-disable no-explicit-any -- OpenAPI documents of any shape

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  schema: any;
}

export interface Operation {
  id: string;
  service: 'api' | 'portal';
  method: string;
  /** With its parameters in braces. */
  path: string;
  parameters: Parameter[];
  /** JSON Schema of the request body without references; undefined if the operation takes no body. */
  body: any;
}

/** All operations of an OpenAPI document. */
export function readOperations(document: any, service: Operation['service']): Operation[] {
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      service,
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((parameter: any) => ({ required: false, ...parameter })),
      body: inline(document, requestBody?.content['application/json'].schema),
    })),
  );
}

/** A copy of the schema with every reference replaced by its target. */
function inline(document: any, schema: any): any {
  if (Array.isArray(schema)) return schema.map(item => inline(document, item));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (schema.$ref) return inline(document, targetOf(document, schema.$ref));
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, inline(document, value)]));
}

const targetOf = (document: any, reference: string): any =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((value, name) => value[name], document);
