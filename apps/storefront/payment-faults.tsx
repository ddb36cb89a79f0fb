import { exampleOf, specOf } from '#platform/http/errors';
import type { Visit } from './visit.js';

/** Faults that developers can choose as the outcome of a payment, in addition to success and refusal. */
const FAULTS = [
  {
    value: 'unavailable',
    method: 'test',
    code: 'SERVICE_UNAVAILABLE',
    phase: 'before',
    label: 'The service is unavailable',
    hint: 'Nothing happens.',
    message: 'The service is unavailable. Nothing was paid; pay again.',
  },
  {
    value: 'lost',
    method: 'test',
    code: 'GATEWAY_TIMEOUT',
    phase: 'after',
    label: 'It succeeds, but the response is lost',
    hint: 'Your server does not learn of it.',
    message: 'No response arrived. The payment may have been taken: pay again, with the same reference, to find out.',
  },
] as const;

export type PaymentFault = (typeof FAULTS)[number];

/** The fault that a developer chose; undefined for other outcomes, and for visitors who are not developers. */
export const chosenFault = ({ isDeveloper }: Visit, outcome: string | undefined): PaymentFault | undefined =>
  isDeveloper ? FAULTS.find(({ value }) => value === outcome) : undefined;

/** The header of an API call with this fault. */
export const faultHeaderOf = ({ code, phase }: PaymentFault): string => `error;code=${code};phase=${phase}`;

/** Pays, with the fault if one is chosen. */
export async function payWith(fault: PaymentFault | undefined, visit: Visit, pay: () => Promise<unknown>) {
  if (fault?.phase !== 'before') await pay();
  if (!fault) return;
  visit.request.faulted = 'storefront';
  visit.request.faultKind = `error/${fault.phase}`;
  throw exampleOf(specOf(fault.code)!);
}

/** The message after a payment that failed because of a fault; undefined if it failed for another reason. */
export const messageOfFault = (fault: PaymentFault | undefined, { request }: Visit): string | undefined =>
  request.faulted === undefined ? undefined : fault?.message;

export const FaultChoices = () => (
  <>
    {FAULTS.map(({ value, label, hint }) => (
      <label key={value}>
        <input type="radio" name="outcome" value={value} />
        <span>
          <b>{label}</b> {hint}
        </span>
      </label>
    ))}
  </>
);
