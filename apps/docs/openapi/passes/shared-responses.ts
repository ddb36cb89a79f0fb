import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** Moves error responses that several operations share into `components.responses`. */
export function shareResponses(document: OpenAPIObject): void {
  const uses = countUses(document);
  const shared: Responses = {};
  for (const [status, byText] of uses) {
    const common = [...byText].filter(([, { count }]) => count > 1).toSorted(([, a], [, b]) => b.count - a.count);
    for (const [index, [text, { response }]] of common.entries()) {
      const name = nameOf(status, index);
      shared[name] = response;
      for (const { operation } of operationsOf(document))
        if (JSON.stringify(operation.responses[status]) === text)
          operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  document.components!.responses = Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function countUses(document: OpenAPIObject) {
  const uses = new Map<string, Map<string, { count: number; response: Responses[string] }>>();
  for (const { operation } of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!response || Number(status) < 400) continue;
      const byText = uses.get(status) ?? new Map();
      const text = JSON.stringify(response);
      byText.set(text, { response, count: (byText.get(text)?.count ?? 0) + 1 });
      uses.set(status, byText);
    }
  return uses;
}

/** The reason phrase in one word: `NotAcceptable`, and `NotAcceptable2` for the second most common response. */
const nameOf = (status: string, index: number): string =>
  (STATUS_CODES[status] ?? status).replace(/[^A-Za-z]/g, '') + (index === 0 ? '' : index + 1);
