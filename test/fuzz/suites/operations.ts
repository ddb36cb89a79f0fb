import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeOf } from '../../support/outcome.js';
import { type Operation, readOperations } from '../documents.js';
import type { Probe } from '../probe.js';
import { checkProperty, report } from '../property.js';
import { requestTo, sampleRequests } from '../requests.js';

const golden = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../golden', name), 'utf8'));

const OPERATIONS = [
  ...readOperations(golden('openapi.json'), 'api'),
  ...readOperations(golden('portal-openapi.json'), 'portal'),
];

const REQUESTS = 30;

/** Of these, the first are valid and the same in every run: chance does not decide whether an operation succeeds. */
const SAMPLES = 3;

/** Operations that hash a password get fewer requests, because a hash takes tens of milliseconds. */
const HASHING = [
  'logIn',
  'logOut',
  'logOutEverywhere',
  'changePassword',
  'openAccount',
  'resetPassword',
  'invitePerson',
  'createLink',
  'createToken',
  'changePerson',
  'resetPersonFactors',
  'setPasswordWithLink',
  'setUpTotp',
  'removeTotp',
  'removePasskey',
  'renewRecoveryCodes',
];
const HASHING_REQUESTS = 15;

/** Operations that cannot succeed here, and the outcome of a valid request. */
const WITHOUT_SUCCESS: Record<string, string> = {
  // Only an authenticator app makes the code.
  finishLogIn: '401 LOGIN_EXPIRED',
  confirmTotp: '403 WRONG_CODE|409 TOTP_MISSING',
  removeTotp: '409 TOTP_MISSING',
  renewRecoveryCodes: '409 TOTP_MISSING',
  // Browsers have no passkeys for IP addresses.
  addPasskey: '409 PASSKEYS_UNAVAILABLE',
  finishWithPasskey: '409 PASSKEYS_UNAVAILABLE',
  logInWithPasskey: '409 PASSKEYS_UNAVAILABLE',
  startPasskey: '409 PASSKEYS_UNAVAILABLE',
  startPasskeyLogin: '409 PASSKEYS_UNAVAILABLE',
  startConfirmation: '409 PASSKEYS_UNAVAILABLE',
  startSecondStep: '409 PASSKEYS_UNAVAILABLE',
  renamePasskey: '404 PASSKEY_NOT_FOUND',
  removePasskey: '404 PASSKEY_NOT_FOUND',
  getSecondStep: '401 LOGIN_EXPIRED',
  // Only an email address that begins with `unverified` must be verified.
  verifyContact: '404 NOTHING_PENDING',
  transferOut: '422 INVALID_AUTH_CODE',
  // The token belongs to another person.
  revokePersonToken: '404 TOKEN_NOT_FOUND',
  // No registrar is connected.
  searchDomainLive: '503 REGISTRAR_NOT_CONNECTED',
  placeOrderLive: '503 REGISTRAR_NOT_CONNECTED',
  checkOutLive: '503 REGISTRAR_NOT_CONNECTED',
  renewDomainLive: '503 REGISTRAR_NOT_CONNECTED',
  getOrderLive: '503 REGISTRAR_NOT_CONNECTED',
  listOrdersLive: '503 REGISTRAR_NOT_CONNECTED',
  getRegistrationLive: '503 REGISTRAR_NOT_CONNECTED',
  listRegistrationsLive: '503 REGISTRAR_NOT_CONNECTED',
  getAccountLive: '503 REGISTRAR_NOT_CONNECTED',
  reconcile: '503 REGISTRAR_NOT_CONNECTED',
  // No world has ended.
  getStory: '404 STORY_NOT_FOUND',
  // There are no live orders without a registrar.
  listLiveSteps: '404 ORDER_NOT_FOUND',
  endStuckOrder: '404 ORDER_NOT_FOUND',
  listTenantLiveSteps: '404 ORDER_NOT_FOUND',
};

/** Generated requests to every operation of both documents. */
export function describeOperations(probe: () => Probe): void {
  describe('operation', () => {
    const cases = OPERATIONS.map((operation): [string, Operation] => [operation.id, operation]);

    it.each(cases)('%s responds as documented', async (id, operation) => {
      const outcomes: string[] = [];
      const runs = HASHING.includes(id) ? HASHING_REQUESTS : REQUESTS;
      const subject = { name: id, value: requestTo(operation), runs, examples: sampleRequests(operation, SAMPLES) };
      await checkProperty(subject, async request => {
        const outcome = outcomeOf(await probe().answerTo(operation, request));
        outcomes.push(request.method === operation.method ? outcome : `${request.method} ${outcome}`);
      });
      report(id, outcomes);
      expect(outcomes.slice(0, SAMPLES)).toContainEqual(expect.stringMatching(WITHOUT_SUCCESS[id] ?? /^2\d\d$/));
    });

    it('list is the one that the service serves', () => {
      expect(probe().environment.operations).toEqual(OPERATIONS);
    });
  });
}
