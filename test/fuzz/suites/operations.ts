import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeOf } from '../../support/outcome.js';
import { type Operation, readOperations } from '../documents.js';
import type { Probe } from '../probe.js';
import { checkProperty, report } from '../property.js';
import { requestTo } from '../requests.js';

const golden = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../golden', name), 'utf8'));

const OPERATIONS = [
  ...readOperations(golden('openapi.json'), 'api'),
  ...readOperations(golden('portal-openapi.json'), 'portal'),
];

const REQUESTS = 60;

/** Operations that hash a password get fewer requests, because a hash takes tens of milliseconds. */
const HASHING = ['logIn', 'logOut', 'logOutEverywhere', 'changePassword', 'openAccount', 'resetPassword'];
const HASHING_REQUESTS = 25;

/** Operations that cannot succeed here, and the outcome of a valid request. */
const WITHOUT_SUCCESS: Record<string, string> = {
  // No registrar is connected.
  searchDomainLive: '503 REGISTRAR_NOT_CONNECTED',
  placeOrderLive: '503 REGISTRAR_NOT_CONNECTED',
  checkOutLive: '503 REGISTRAR_NOT_CONNECTED',
};

/** Generated requests to every operation of both documents. */
export function describeOperations(probe: () => Probe): void {
  describe('operation', () => {
    const cases = OPERATIONS.map((operation): [string, Operation] => [operation.id, operation]);

    it.each(cases)('%s responds as documented', async (id, operation) => {
      const outcomes: string[] = [];
      const runs = HASHING.includes(id) ? HASHING_REQUESTS : REQUESTS;
      await checkProperty(id, requestTo(operation), runs, async request => {
        const outcome = outcomeOf(await probe().answerTo(operation, request));
        outcomes.push(request.method === operation.method ? outcome : `${request.method} ${outcome}`);
      });
      report(id, outcomes);
      expect(outcomes).toContainEqual(expect.stringMatching(WITHOUT_SUCCESS[id] ?? /^2\d\d$/));
    });

    it('list is the one that the service serves', () => {
      expect(probe().environment.operations).toEqual(OPERATIONS);
    });
  });
}
