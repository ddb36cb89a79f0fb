import { exampleOf, specOf } from '#platform/errors';
import type { Visit } from './visit.js';

/** Faults that developers can choose as the outcome of a payment, besides success and refusal. */
const FAULTS = [
  {
    value: 'unavailable',
    method: 'test',
    code: 'SERVICE_UNAVAILABLE',
    phase: 'before',
    label: 'The service is unavailable',
    hint: 'Nothing happens. Pay again.',
  },
  {
    value: 'lost',
    method: 'test',
    code: 'GATEWAY_TIMEOUT',
    phase: 'after',
    label: 'It succeeds, but the response is lost',
    hint: 'Pay again: the same payment reference returns the first result.',
  },
] as const;

export type PaymentFault = (typeof FAULTS)[number];

/** The fault that a developer chose; undefined for other outcomes and visitors. */
export const chosenFault = ({ isDeveloper }: Visit, outcome: string | undefined): PaymentFault | undefined =>
  isDeveloper ? FAULTS.find(({ value }) => value === outcome) : undefined;

/** The header of an API call with this fault. */
export const faultHeaderOf = ({ code, phase }: PaymentFault): string => `error;code=${code};phase=${phase}`;

/** Pays with a fault, or normally without one. */
export async function payWith(fault: PaymentFault | undefined, visit: Visit, pay: () => Promise<unknown>) {
  if (fault?.phase !== 'before') await pay();
  if (!fault) return;
  visit.request.faulted = 'storefront';
  throw exampleOf(specOf(fault.code)!);
}

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
