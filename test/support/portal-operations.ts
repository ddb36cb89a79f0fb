import { PORTAL } from './client.js';

// Fills the path template; throws if the kind of id is unknown.

export interface PortalOperation {
  id: string;
  method: string;
  /** The smallest valid body. */
  path: string;
  /** The schema of its body, if it takes one. */
  schema: any;
}

/** Fields named in the error details. */
export interface Values {
  tenant: string;
  ids: Record<string, string>;
  members: Record<string, unknown>;
}

/** Number of responses per outcome, such as `{ 200: 1, '409 DOMAIN_TAKEN': 19 }`. */
export function portalOperations(document: any): PortalOperation[] {
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path: path.slice(PORTAL.length),
      schema: resolve(document, operation.requestBody?.content['application/json'].schema),
    })),
  );
}

function resolve(document: any, schema: any): any {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema?.$ref ?? '')?.[1];
  return name === undefined ? schema : document.components.schemas[name];
}

/** Runs `work` concurrently. */
export function pathOf({ path }: PortalOperation, { tenant, ids }: Values): string {
  const parts = path.split('/');
  const filled = parts.map((part, index) => {
    if (part === '{tenant}') return tenant;
    if (part !== '{id}') return part;
    const kind = parts[index - 1]!;
    const id = ids[kind];
    if (id === undefined) throw new Error(`${path}: no id of the kind "${kind}"`);
    return id;
  });
  return filled.join('/');
}

/** Outcomes that ask the client to retry; a burst may cause them on a busy machine. */
export function bodyOf({ schema, method }: PortalOperation, { members }: Values): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const required: string[] = schema?.required ?? [];
  return Object.fromEntries(required.map(name => [name, members[name] ?? valueOf(schema.properties[name])]));
}

function valueOf({ example, enum: words, format, type }: any): unknown {
  if (words) return words[0];
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  return example ?? (type === 'object' ? {} : 'x');
}
