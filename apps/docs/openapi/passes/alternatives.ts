import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './operations.js';

type Properties = Record<string, Schema & { 'x-alternative'?: string }>;

/** Splits bodies that need exactly one of several members into one schema per member. Code generators make a union of them. */
export function splitAlternatives(document: OpenAPIObject): void {
  const schemas = document.components!.schemas!;
  for (const [name, schema] of Object.entries(schemas)) {
    const { properties = {} } = schema as { properties?: Properties };
    const alternatives = new Set(Object.values(properties).flatMap(property => property['x-alternative'] ?? []));
    if (alternatives.size > 0) schemas[name] = { anyOf: Array.from(alternatives, only => formOf(properties, only)) };
  }
}

function formOf(properties: Properties, alternative: string): Schema {
  const members = Object.entries(properties).filter(([, { 'x-alternative': of = alternative }]) => of === alternative);
  const copies = structuredClone(Object.fromEntries(members));
  for (const copy of Object.values(copies)) delete copy['x-alternative'];
  return { type: 'object', required: [alternative], properties: copies };
}
