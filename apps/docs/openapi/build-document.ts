import type { INestApplication, Type } from '@nestjs/common';
import { type DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Failure } from '#platform/http/openapi';
import { splitAlternatives } from './passes/alternatives.js';
import { addExamples } from './passes/examples.js';
import { describeFailures } from './passes/failures.js';
import { describeFaults } from './passes/faults.js';
import { describeHeaders } from './passes/headers.js';
import { acceptNulls, separateNulls } from './passes/nulls.js';
import { operationsOf, type Schema } from './passes/operations.js';
import { shareResponses } from './passes/shared-responses.js';
import { keepUsedSchemas } from './passes/used-schemas.js';

interface Options {
  builder: DocumentBuilder;
  /** Which paths of the application belong to the document. */
  includes: (path: string) => boolean;
  models?: Type[];
  webhooks?: OpenAPIObject['webhooks'];
}

/** An OpenAPI 3.1 document: Nest reads it from the controllers and contracts, and one pass per concern completes it. */
export function buildDocument(app: INestApplication, { builder, includes, models = [], webhooks }: Options) {
  const config = builder.setOpenAPIVersion('3.1.0').setVersion('1.0').addServer('/', 'This installation').build();
  Object.assign(config.info, { contact: CONTACT, license: LICENSE });
  const scanned = SwaggerModule.createDocument(app, config, {
    extraModels: [Failure, ...models],
    operationIdFactory: (_controller, method) => method,
  });
  // Copied, because the document of Nest shares objects with the metadata of the decorators.
  const document = { ...structuredClone(scanned), ...(webhooks && { webhooks }) };
  document.paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => includes(path)));
  for (const { operation } of operationsOf(document)) {
    operation.security ??= [];
    const { 'x-permission': permission } = operation as { 'x-permission'?: string }; // set by `@Requires`
    if (permission) operation.description += ` Requires the permission \`${permission}\`.`;
  }
  joinLines(document);
  describeFaults(document);
  describeFailures(document);
  describeHeaders(document);
  splitAlternatives(document);
  acceptNulls(document);
  separateNulls(document);
  addExamples(document);
  shareResponses(document);
  keepUsedSchemas(document);
  return document;
}

/** Joins the lines of descriptions, which come from comments of contracts. */
function joinLines(document: OpenAPIObject): void {
  const schemas = Object.values(document.components?.schemas ?? {}) as Schema[];
  const properties = schemas.flatMap(schema => Object.values(('properties' in schema && schema.properties) || {}));
  const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters ?? []);
  for (const described of [...properties, ...parameters] as { description?: string }[])
    if (described.description) described.description = described.description.replaceAll('\n', ' ');
}

/** Each installation has its own operator. */
const CONTACT = { name: 'The operator of this installation' };

/** UNLICENSED in package.json: no license is granted. */
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };
