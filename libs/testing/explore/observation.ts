import type { ShopResponse } from './customer.js';
import type { Purchase } from './options.js';
import type { Plan } from './plan.js';
import type { ShopState } from './shop-state.js';
import type { Value } from './state.js';
import type { Request, Truth } from './truth.js';
import type { Forwarded } from './webhook-proxy.js';

/** The ID of a step, and the ID of the fault rule that was added for it. */
export interface FaultOfStep {
  step: string;
  rule: string;
}

/** What happened while a plan was played. */
export interface Observation {
  plan: Plan;
  purchase: Purchase;
  /** Responses to the customer in order of time, without those to the purchase before a renewal. */
  responses: ShopResponse[];
  /**
   * The requests that the shop sent to Nameyard during each request of the customer; empty if requests of the customer
   * overlapped. The journal is read before and after, because the clock of the server may differ.
   */
  attempts: readonly (readonly Request[])[];
  /** What the customer believes in the end. */
  verdict: ShopResponse['verdict'];
  /** Whether the customer was told no although the order was paid and not canceled later. */
  hasPaidDespiteNo: boolean;
  /** Whether a final error or a refund ended the purchase, and no order of it is paid. */
  isRefused: boolean;
  truth: Truth;
  webhooks: readonly Forwarded[];
  rules: readonly FaultOfStep[];
  /** IDs of the steps whose fault or effect was not applied. */
  idle: string[];
  /** What the shop says about the purchase; undefined if the options have no `state`, or if the shop did not answer. */
  state: Value | undefined;
  /** What the shop said before the registry decided; undefined if the order was never pending. */
  stateBeforeDecision: Value | undefined;
  /** Asks the shop again for the state. */
  shop: ShopState;
  started: number;
  ended: number;
}
