import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './operations.js';

/** Removes unused schemas, and sorts the others, because their order depends on the order in which modules are loaded. */
export function keepUsedSchemas(document: OpenAPIObject): void {
  const { schemas = {}, responses } = document.components!;
  const used = schemasIn([document.paths, document.webhooks, responses], schemas);
  document.components!.schemas = Object.fromEntries([...used].sort().map(name => [name, schemas[name]!]));
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Names of the schemas that a value refers to, directly or through other schemas. */
export function schemasIn(value: unknown, schemas: Record<string, Schema>, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of (JSON.stringify(value) ?? '').matchAll(REFERENCE)) {
    if (known.has(name)) continue;
    known.add(name);
    schemasIn(schemas[name], schemas, known);
  }
  return known;
}
