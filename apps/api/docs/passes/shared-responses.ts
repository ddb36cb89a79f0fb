import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** Of each failure status, moves the most common response to `components.responses` if several operations have it. */
export function shareResponses(document: OpenAPIObject): void {
  const uses = countUses(document);
  const shared: Responses = {};
  for (const [status, byText] of uses) {
    const [text, { count, response }] = [...byText].toSorted(([, a], [, b]) => b.count - a.count)[0]!;
    if (count === 1) continue;
    const name = nameOf(status);
    shared[name] = response;
    for (const { operation } of operationsOf(document))
      if (JSON.stringify(operation.responses[status]) === text)
        operation.responses[status] = { $ref: `#/components/responses/${name}` };
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

/** The reason phrase in one word: `NotAcceptable`. */
const nameOf = (status: string): string => (STATUS_CODES[status] ?? status).replace(/[^A-Za-z]/g, '');
