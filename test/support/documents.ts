// oxlint-disable no-explicit-any -- parts of a document of any shape

export interface DocumentedOperation {
  path: string;
  method: string;
  operation: {
    operationId: string;
    summary?: string;
    description?: string;
    tags: string[];
    security: object[];
    'x-permission'?: string;
    parameters?: { name: string; in: string }[];
    requestBody?: { content: Record<string, { schema: any; example?: unknown }> };
  };
  /** By status, with references to shared responses resolved. */
  responses: Record<string, DocumentedResponse>;
}

interface DocumentedResponse {
  description: string;
  headers: Record<string, { $ref: string }>;
  content: Record<string, { schema: any; example?: unknown; examples?: Record<string, { value: any }> }>;
}

interface BodyField {
  path: string;
  isRequired: boolean;
  schema: any;
}

/** All operations of an OpenAPI document. */
export function documentedOperations(document: any): DocumentedOperation[] {
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      responses: Object.fromEntries(
        Object.entries<any>(operation.responses).map(([status, response]) => [status, resolve(document, response)]),
      ),
    })),
  );
}

/** The part of the document that a reference points to; anything else is returned unchanged. */
export function resolve(document: any, part: any): any {
  if (part?.$ref === undefined) return part;
  return (part.$ref as string)
    .replace('#/', '')
    .split('/')
    .reduce((at, name) => at?.[name], document);
}

/** All fields of a schema, including those of nested objects, such as `OrderRequest.owner.email`. */
export function fieldsOf(document: any, schema: any, at = schema.$ref?.split('/').at(-1)): BodyField[] {
  const { properties = {}, required = [], allOf = [], anyOf = [], items } = resolve(document, schema);
  const parts = [...allOf, ...anyOf, ...(items ? [items] : [])].flatMap(part => fieldsOf(document, part, at));
  const fields = Object.entries<any>(properties).flatMap(([name, property]) => {
    const path = `${at}.${name}`;
    const field = { path, isRequired: required.includes(name), schema: resolve(document, property) };
    return [field].concat(fieldsOf(document, property, path));
  });
  return [...fields, ...parts];
}

/** The error codes that a failure can have. */
export const codesOf = ({ content }: DocumentedResponse): string[] =>
  content['application/json']!.schema.allOf[1].properties.error.allOf[1].properties.code.enum;
