import { PORTAL } from './client.js';

// oxlint-disable no-explicit-any -- a document of any shape

export interface PortalOperation {
  id: string;
  method: string;
  /** Path template after `/portal/api/`. */
  path: string;
  /** Schema of the body, if any. */
  schema: any;
}

/** Ids by the preceding path segment, and body values by field name. */
export interface Values {
  tenant: string;
  ids: Record<string, string>;
  members: Record<string, unknown>;
}

/** All operations of the portal's document. */
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

/** Fills the path template; throws if the kind of id is unknown. */
export function pathOf({ path }: PortalOperation, { tenant, ids }: Values): string {
  const parts = path.split('/');
  const filled = parts.map((part, index) => {
    if (part === '{tenant}') return tenant;
    if (!/^\{\w+\}$/.test(part)) return part;
    const kind = parts[index - 1]!;
    const id = ids[kind];
    if (id === undefined) throw new Error(`${path}: no id of the kind "${kind}"`);
    return id;
  });
  return filled.join('/');
}

/** The smallest valid body. */
export function bodyOf({ schema, method }: PortalOperation, { members }: Values): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const required: string[] =
    schema?.required ?? Object.keys(schema?.properties ?? {}).slice(0, schema?.minProperties ?? 0);
  return Object.fromEntries(required.map(name => [name, members[name] ?? valueOf(schema.properties[name])]));
}

function valueOf({ example, enum: words, format, type }: any): unknown {
  if (words) return words[0];
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  return example ?? (type === 'object' ? {} : 'x');
}
