import type { OpenAPIObject } from '@nestjs/swagger';
import { CHANGE_EXTENSION } from '#platform/http';
import { operationsOf, type Schema } from './operations.js';
import { schemasIn } from './used-schemas.js';

/**
 * Lets optional fields of requests accept null, which means the same as omitting them. Requests for changes reject null, and
 * need at least one field.
 */
export function acceptNulls(document: OpenAPIObject): void {
  const schemas = document.components!.schemas!;
  const bodies = operationsOf(document).map(({ operation }) => operation.requestBody);
  for (const name of schemasIn(bodies, schemas)) acceptNullsIn(schemas[name]!, name);
}

function acceptNullsIn(schema: Schema, path: string): void {
  const { properties = {}, required = [], anyOf = [] } = schema as Exclude<Schema, { $ref: string }>;
  for (const form of anyOf) acceptNullsIn(form, path);
  for (const [field, property] of Object.entries(properties)) {
    acceptNullsIn(property, `${path}.${field}`);
    if (CHANGE_EXTENSION in property) {
      delete property[CHANGE_EXTENSION];
      Object.assign(schema, { minProperties: 1 });
    } else if (!required.includes(field)) acceptNull(property, `${path}.${field}`);
  }
}

function acceptNull(property: object, path: string): void {
  const schema = property as { type?: string | string[]; enum?: unknown[]; allOf?: object[]; anyOf?: object[] };
  const forms = schema.allOf ?? schema.anyOf;
  if (forms) {
    schema.anyOf = [...forms, { type: 'null' }];
    delete schema.allOf;
    return;
  }
  if (!schema.type) throw new Error(`${path} is optional in requests and needs a type that can accept null`);
  schema.type = [...new Set([schema.type, 'null'].flat())];
  if (schema.enum && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
}

/** Moves null out of enums, where several code generators turn it into types that do not compile. */
export function separateNulls(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  Object.values(node).forEach(separateNulls);
  const schema = node as { type?: unknown; enum?: unknown; anyOf?: object[] };
  const { type, enum: values } = schema;
  if (!Array.isArray(values) || !values.includes(null)) return;
  const others = { type: [type].flat().find(name => name !== 'null'), enum: values.filter(value => value !== null) };
  schema.anyOf = [others, { type: 'null' }];
  delete schema.type;
  delete schema.enum;
}
