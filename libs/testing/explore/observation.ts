import type { Told } from './customer.js';
import type { Purchase } from './options.js';
import type { Plan } from './plan.js';
import type { Value } from './state.js';
import type { Truth } from './truth.js';
import type { Forwarded } from './webhook-proxy.js';

/** What happened while a plan was played. */
export interface Observation {
  plan: Plan;
  purchase: Purchase;
  /** Responses to the customer in their order; those of the purchase that a renewal needs are left out. */
  told: Told[];
  /** What the customer believes in the end. */
  verdict: Told['verdict'];
  /** Whether the customer was told no, and had paid at that time. */
  paidInSpiteOfNo: boolean;
  /** Whether the API has refused the purchase for a reason that a repetition does not change. */
  isRefused: boolean;
  truth: Truth;
  webhooks: readonly Forwarded[];
  /** IDs of the fault rules of the plan, by the IDs of its steps. */
  rules: Map<string, string>;
  /** IDs of steps that did not happen. */
  idle: string[];
  /** What the shop says about the purchase; undefined if it was not asked. */
  state: Value | undefined;
  /** The same before the registry has decided; undefined if it did so at once. */
  undecided: Value | undefined;
  started: number;
  ended: number;
}
