import type { ShopResponse } from './customer.js';
import type { Purchase } from './options.js';
import type { Plan } from './plan.js';
import type { Value } from './state.js';
import type { Request, Truth } from './truth.js';
import type { Forwarded } from './webhook-proxy.js';

/** The IDs of a step and of the fault rule that was added for it. */
export interface FaultOfStep {
  step: string;
  rule: string;
}

/** What happened while a plan was played. */
export interface Observation {
  plan: Plan;
  purchase: Purchase;
  /** Responses to the customer in their order; those of the purchase that a renewal needs are left out. */
  told: ShopResponse[];
  /**
   * What the shop has sent during each request of the customer; empty if requests of the customer overlapped. By the order of
   * the readings of the journal, because the clock of the server may differ.
   */
  attempts: readonly (readonly Request[])[];
  /** What the customer believes in the end. */
  verdict: ShopResponse['verdict'];
  /** Whether the customer was told no although the order was paid and not canceled later. */
  hasPaidDespiteNo: boolean;
  /** Whether the API has refused the purchase for a reason that a repetition does not change. */
  isRefused: boolean;
  truth: Truth;
  webhooks: readonly Forwarded[];
  rules: readonly FaultOfStep[];
  /** IDs of the steps whose fault or effect was not applied. */
  idle: string[];
  /** What the shop says about the purchase; undefined if it was not asked. */
  state: Value | undefined;
  /** The same before the registry has decided; undefined if it did so at once. */
  undecided: Value | undefined;
  /** Asks the shop again. */
  askState: () => Promise<Value | undefined>;
  started: number;
  ended: number;
}
