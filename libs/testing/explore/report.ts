/** The rule that a finding breaks. */
export type Oracle =
  | 'told-yes'
  | 'told-no'
  | 'refused-without-reason'
  | 'paid-twice'
  | 'wrong-term'
  | 'repeated-final-error'
  | 'retry-after'
  | 'too-many-attempts'
  | 'invalid-webhook-accepted'
  | 'valid-webhook-refused'
  | 'state'
  | 'failure-unnoticed';

/** Something that happened during a scenario. */
export interface StoryStep {
  /** Milliseconds since the start of the scenario. */
  at: number;
  /** How long it took, in milliseconds; 0 for moments. */
  duration: number;
  /** Who sent it: the customer, the shop to Nameyard, Nameyard as a webhook, or the driver of the scenario. */
  from: 'customer' | 'shop' | 'nameyard' | 'driver';
  /** For example `checkout: 504 GATEWAY_TIMEOUT`. */
  text: string;
  /** ID of the fault rule that changed it; null for what nothing changed. */
  fault: string | null;
  /** Whether it failed, for a reader who looks for the cause. */
  failed: boolean;
}

/** A bug of the shop, with the shortest plan that shows it. */
export interface Finding {
  oracle: Oracle;
  /** For example `The customer was told no, but has paid`. */
  title: string;
  /** ID of the plan, for example `buy + checkout:reset/after`. */
  plan: string;
  domain: string;
  /** What the customer was told. */
  told: string;
  /** What is true. */
  truth: string;
  /** What to change in the shop. */
  advice: string;
  /** Path of the guide in the documentation, for example `/docs/idempotency`. */
  docs: string;
  /** Call that repeats the finding. */
  replay: string;
  story: StoryStep[];
  /** Other plans that found the same. */
  also: string[];
}

/** A finding that did not happen again. */
export type Unconfirmed = Pick<Finding, 'oracle' | 'title' | 'plan'>;

/** What became of a plan. `idle`: a fault of the plan did not happen, because the shop did not send such a request. */
export interface PlanResult {
  plan: string;
  result: 'passed' | 'finding' | 'not reproduced' | 'idle';
  duration: number;
}

/** What an exploration has found. Durations are milliseconds, times are RFC 3339. */
export interface Report {
  /** Version of Nameyard. */
  nameyard: string;
  /** Tenant of the world. */
  world: string;
  started_at: string;
  duration: number;
  /** Number of purchases, repetitions included. */
  scenarios: number;
  findings: Finding[];
  not_reproduced: Unconfirmed[];
  /** The plans that were played, in their order. */
  plans: PlanResult[];
  /** Number of plans that there was no time for. */
  left: number;
  /** Outcomes of the API that the shop met, and those that it could have met. */
  coverage: { met: string[]; never_met: string[] };
}
