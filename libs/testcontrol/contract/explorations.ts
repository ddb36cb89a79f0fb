import {
  BooleanField,
  Check,
  DateTimeField,
  EnumField,
  Field,
  IntegerField,
  ListField,
  NumberField,
  ObjectField,
  StringListField,
  TextField,
} from '#platform/contract';

const SENDERS = ['customer', 'shop', 'nameyard', 'driver'] as const;
const RESULTS = ['passed', 'finding', 'not reproduced', 'idle'] as const;

const MAX_PLANS = 5_000;
const MAX_FINDINGS = 100;

/** Text that can have several lines. PostgreSQL stores neither NUL nor lone surrogates. */
const LinesField = (max: number, options: { optional?: boolean; nullable?: boolean } = {}) =>
  Field(
    { ...options, type: String, maxLength: max },
    Check(
      value => typeof value === 'string' && value.length <= max && !/[\0\p{Cs}]/u.test(value),
      `must be a string of at most ${max} characters`,
    ),
  );

export class ExplorationStep {
  /** Milliseconds since the start of the scenario. @example 120 */
  @NumberField() at: number;

  /** Duration in milliseconds; 0 for moments. @example 35 */
  @NumberField() duration: number;

  /** Who acted: the customer, the shop, Nameyard with a webhook, or the driver of the scenario. @example shop */
  @EnumField({ of: SENDERS }) from: (typeof SENDERS)[number];

  /** What happened. @example "checkout: 504 GATEWAY_TIMEOUT" */
  @LinesField(2_000) text: string;

  /** ID of the fault rule that changed the step. @example flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @LinesField(100, { optional: true, nullable: true }) fault: string | null = null;

  /** Whether the step failed. @example true */
  @BooleanField() failed: boolean;
}

export class UnconfirmedFinding {
  /** The rule that the finding breaks. @example paid-twice */
  @TextField({ max: 100 }) oracle: string;

  /** What is wrong. @example "The customer was charged twice" */
  @LinesField(500) title: string;

  /** ID of the plan. @example "buy + checkout:reset/after" */
  @LinesField(1_000) plan: string;
}

export class ExplorationFinding extends UnconfirmedFinding {
  /** Domain of the scenario. @example shop-1.com */
  @LinesField(255) domain: string;

  /** What the customer was told. @example "The order failed." */
  @LinesField(5_000) told: string;

  /** What is true. @example "The order is paid." */
  @LinesField(5_000) truth: string;

  /** What to change in the shop. @example "Repeat the checkout with the same idempotency key." */
  @LinesField(5_000) advice: string;

  /** Path of the guide in the documentation. @example /docs/idempotency */
  @LinesField(500) docs: string;

  /** Command that repeats the finding. @example "nameyard explore --replay 'buy + checkout:reset/after'" */
  @LinesField(5_000) replay: string;

  @ListField(ExplorationStep, { maxItems: 500, description: 'What happened, in order.' }) story: ExplorationStep[];

  /** Other plans that found the same bug. @example [] */
  @StringListField({ maxItems: MAX_PLANS }) also: string[];
}

export class ExplorationPlan {
  /** ID of the plan. @example "buy + checkout:reset/after" */
  @LinesField(1_000) plan: string;

  /** Result of the plan; `idle`: one of its faults did not occur. @example passed */
  @EnumField({ of: RESULTS }) result: (typeof RESULTS)[number];

  /** Duration in milliseconds. @example 800 */
  @NumberField({ minimum: 0 }) duration: number;
}

export class ExplorationCoverage {
  /** Outcomes of the API that the shop has met. @example ["checkout 200"] */
  @StringListField({ maxItems: 1_000 }) met: string[];

  /** Possible outcomes that the shop has not met. @example ["checkout 402 PAYMENT_DECLINED"] */
  @StringListField({ maxItems: 1_000 }) never_met: string[];
}

class ExplorationFacts {
  /** Version of Nameyard. @example 1.0.0 */
  @TextField({ max: 50 }) nameyard: string;

  /** Tenant of the world. @example w-k3x9m2p7q4r8t1v6 */
  @TextField({ max: 100 }) world: string;

  /** Real time of the start. */
  @DateTimeField() started_at: string;

  /** Duration in milliseconds. @example 41000 */
  @NumberField({ minimum: 0 }) duration: number;

  /** Number of purchases, repetitions included. @example 1112 */
  @IntegerField({ min: 0, max: 1_000_000_000 }) scenarios: number;

  @ListField(UnconfirmedFinding, { maxItems: MAX_FINDINGS, description: 'Findings that did not happen again.' })
  not_reproduced: UnconfirmedFinding[];

  /** Number of plans that were not played for lack of time. @example 0 */
  @IntegerField({ min: 0, max: 1_000_000_000 }) left: number;

  /** Outcomes of the API that the shop has met, and those that it has not. */
  @ObjectField(ExplorationCoverage) coverage: ExplorationCoverage;
}

export class ExplorationReport extends ExplorationFacts {
  @ListField(ExplorationFinding, { maxItems: MAX_FINDINGS, description: 'Bugs of the shop.' })
  findings: ExplorationFinding[];

  @ListField(ExplorationPlan, { maxItems: MAX_PLANS, description: 'The plans that were played, in order.' })
  plans: ExplorationPlan[];
}

export class ExplorationAdded {
  /** ID of the exploration. @example exp_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  id: string;
}

export class ExplorationView extends ExplorationReport {
  /** ID of the exploration. @example exp_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  id: string;
}

export class ExplorationSummary extends ExplorationFacts {
  /** ID of the exploration. @example exp_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  id: string;

  /** Bugs of the shop, without their stories. */
  findings: UnconfirmedFinding[];
}

export class ExplorationList {
  /** The explorations, newest first. */
  explorations: ExplorationSummary[];
}
