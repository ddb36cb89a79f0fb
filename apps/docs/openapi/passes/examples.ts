import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Schema } from './operations.js';

// oxlint-disable-next-line no-explicit-any -- any JSON value
type Json = any;

/** Adds an example to each body, made of the examples of its fields, and to each parameter without example. */
export function addExamples(document: OpenAPIObject): void {
  const schemas = document.components!.schemas!;
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? [])
      if ('schema' in parameter && parameter.schema && !hasExample(parameter.schema))
        parameter.example = exampleOf(parameter.schema, schemas);
    for (const body of [operation.requestBody, ...Object.values(operation.responses)])
      for (const media of Object.values((body && 'content' in body && body.content) || {})) {
        if (!media.schema || media.example !== undefined || media.examples) continue;
        const example = exampleOf(media.schema, schemas);
        if (example !== undefined) media.example = example;
      }
  }
}

const hasExample = (schema: Schema): boolean => 'example' in schema || 'default' in schema;

const DATE_TIME = '2025-11-21T07:00:00.000Z';

/** A value that the schema allows; undefined if its examples do not suffice. */
function exampleOf(schema: Schema, schemas: Record<string, Schema>): Json {
  const { $ref, allOf, anyOf, example, enum: values, type, format, items, properties } = schema as Json;
  if (example !== undefined) return example;
  if ($ref) return exampleOf(schemas[$ref.split('/').at(-1)]!, schemas);
  if (allOf ?? anyOf) return exampleOf((allOf ?? anyOf)[0], schemas);
  if (values) return values[0];
  switch ([type].flat()[0]) {
    case 'object':
      return objectOf(properties ?? {}, schemas);
    case 'array': {
      const item = exampleOf(items, schemas);
      return item === undefined ? undefined : [item];
    }
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return format === 'date-time' ? DATE_TIME : undefined;
  }
}

function objectOf(properties: Record<string, Schema>, schemas: Record<string, Schema>): Json {
  const entries = Object.entries(properties).map(([name, property]) => [name, exampleOf(property, schemas)] as const);
  return entries.some(([, example]) => example === undefined) ? undefined : Object.fromEntries(entries);
}
