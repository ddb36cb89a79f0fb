import { documentedOperations, resolve } from '../support/documents.js';

// oxlint-disable no-explicit-any -- schemas of any shape

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
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

/** Reads what requests need to know about the operations of an OpenAPI document. */
export function readOperations(document: any, service: Operation['service']): Operation[] {
  return documentedOperations(document).map(({ path, method, operation }) => ({
    id: operation.operationId,
    service,
    method: method.toUpperCase(),
    path,
    parameters: inline(document, operation.parameters ?? []),
    body: inline(document, operation.requestBody?.content['application/json']?.schema),
  }));
}

/** A copy of a part of the document with every reference replaced by its target. */
function inline(document: any, part: any): any {
  if (Array.isArray(part)) return part.map(item => inline(document, item));
  if (typeof part !== 'object' || part === null) return part;
  if (part.$ref) return inline(document, resolve(document, part));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inline(document, value)]));
}
