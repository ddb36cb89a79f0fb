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

/** A request, webhook or action of the driver during a scenario. */
export interface StoryStep {
  /** Milliseconds since the start of the scenario. */
  at: number;
  /** Duration of the step in milliseconds. */
  duration: number;
  /** Sender: a customer to the shop, the shop to Nameyard, Nameyard (webhooks), or the driver of the scenario. */
  from: 'customer' | 'shop' | 'nameyard' | 'driver';
  /** For example `checkout: 504 GATEWAY_TIMEOUT`. */
  text: string;
  /** ID of the fault rule or the plan step that changed this step; null without a fault. */
  fault: string | null;
  /** Whether the step failed. Reports highlight failed steps. */
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
  /** IDs of other plans with the same violation. */
  also: string[];
}

/** A violation that repetitions did not confirm. */
export type Unconfirmed = Pick<Finding, 'oracle' | 'title' | 'plan'>;

/** The result of a plan. `idle`: a fault of the plan did not happen, because the shop sent no matching request. */
export interface PlanResult {
  plan: string;
  result: 'passed' | 'finding' | 'not reproduced' | 'idle';
  duration: number;
}

/** The report of an exploration. Durations are in milliseconds, times are RFC 3339. */
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
  /** The results of the plans that were played, in the order in which they ended. */
  plans: PlanResult[];
  /** Number of plans that were not played, because the time was over. */
  left: number;
  /** Outcomes of the API that the shop met, and possible outcomes that it did not meet. */
  coverage: { met: string[]; never_met: string[] };
}
