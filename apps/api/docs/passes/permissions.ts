import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** Adds the required permission (`x-permission`, set by `@Requires`) to the descriptions of operations. */
export function describePermissions(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const permission = (operation as { 'x-permission'?: string })['x-permission'];
    if (permission) operation.description += ` Requires the permission \`${permission}\`.`;
  }
}
