import type { OpenAPIObject } from '@nestjs/swagger';

/** The part of a document that these paths make, with the schemas that they need and no others. */
export function partOf(document: OpenAPIObject, isOurs: (path: string) => boolean): OpenAPIObject {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isOurs(path)));
  const part = { ...document, paths };
  const { schemas = {} } = document.components ?? {};
  const needed = namesIn({ paths, webhooks: document.webhooks }, schemas, new Set());
  // In an order that does not depend on which module was loaded first.
  const kept = Object.fromEntries([...needed].sort().map(name => [name, schemas[name]!]));
  return { ...part, components: { ...document.components, schemas: kept } };
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** What a value refers to, and what that refers to in turn. */
function namesIn(value: unknown, schemas: Record<string, unknown>, known: Set<string>): Set<string> {
  for (const [, name = ''] of (JSON.stringify(value) ?? '').matchAll(REFERENCE)) {
    if (known.has(name)) continue;
    known.add(name);
    namesIn(schemas[name], schemas, known);
  }
  return known;
}
