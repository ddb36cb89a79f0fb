import { randomUUID } from 'node:crypto';
import { NameyardError } from '../../client/index.js';
import { realTime } from '../real-time.js';
import type { World } from '../world.js';
import { Browser, type ShopResponse, type Verdict } from './customer.js';
import type { FaultOfStep, Observation } from './observation.js';
import type { Purchase, Step } from './options.js';
import type { Plan } from './plan.js';
import { Patience } from './patience.js';
import { type ExpectedState, ShopState } from './shop-state.js';
import { sleep } from './sleep.js';
import type { Value } from './state.js';
import { type Action, ALWAYS, type PlanStep } from './steps.js';
import {
  fingerprintOf,
  isFinalError,
  isFinished,
  isPaid,
  isRegistered,
  isUndecided,
  MAX_ATTEMPTS,
  type Order,
  readOrders,
  readRequests,
  readTruth,
  type Request,
  type Truth,
} from './truth.js';
import type { WebhookProxy } from './webhook-proxy.js';

/** The world, the shop and its steps, which all plans use. */
export interface Stage {
  world: World;
  shop: string;
  buy: Step;
  renew: Step | undefined;
  state: Step | undefined;
  proxy: WebhookProxy | undefined;
  /** Whether Nameyard sends its webhooks to the proxy, so that the driver sees and can change the webhooks of each purchase. */
  canAlter: boolean;
  /** ID of the proxy's receiver in the world. Other receivers do not belong to the shop. */
  receiver: string | undefined;
  signal: AbortSignal;
}

export interface PlayOptions {
  /** Time without changes after which a wrong result is final, in milliseconds. */
  patience: number;
  /** State of the shop after the same purchase without faults. Playing ends as soon as the state is reached. */
  expected?: ExpectedState | undefined;
  /** Waits until the state has not changed for this time in milliseconds, instead of waiting for `expected`. */
  stableFor?: number;
}

/** Time without changes after which the expected result is final, in milliseconds. */
const QUIET = 200;
const MAX_SETTLE = 60_000;
/** Longer than the default pause before the second attempt of a webhook (5 seconds plus jitter), in milliseconds. */
const MAX_REDELIVERY_PAUSE = 8_000;
/** The registry decides after the state has not changed for this time in milliseconds. */
const UNDECIDED_STABLE_FOR = 300;
/** Interval in milliseconds at which the driver checks whether the shop retries without end. */
const WATCH_INTERVAL = 500;
/** Attempts of a customer before the faults stop. */
const ATTEMPTS = 3;
/** Maximum time for a shop to recover after the faults have stopped, as a multiple of the patience. */
const RECOVERY_FACTOR = 1.5;
/** Pause between attempts without faults, in milliseconds. */
const RETRY_PAUSE = 500;
/** Delay of each request to Nameyard in milliseconds, so that requests of the customer overlap. */
const OVERLAP_DELAY = 300;

/** Plays a plan with a new domain and a new customer. */
export async function play(plan: Plan, stage: Stage, options: PlayOptions): Promise<Observation> {
  const scenario = new Scenario(plan, stage, options);
  try {
    return await scenario.play();
  } finally {
    await scenario.end();
  }
}

let played = 0;
const RUN = String(Math.floor(Math.random() * 900_000) + 100_000);

function purchaseFor({ word, years }: Action): Purchase {
  const name = [word, 'explore', RUN, ++played].filter(Boolean).join('-');
  return { domain: `${name}.com`, years, email: `customer-${RUN}-${played}@example.com`, token: randomUUID() };
}

class Scenario {
  readonly #started = realTime.now();
  readonly #purchase: Purchase;
  readonly #customer: Browser;
  readonly #step: Step;
  readonly #state: ShopState;
  readonly #responses: ShopResponse[] = [];
  readonly #attempts: Request[][] = [];
  readonly #rules: FaultOfStep[] = [];
  /** When `#decide` stops waiting for a pending order, in milliseconds since 1970; 0 after `end()`. */
  #decideUntil = Number.POSITIVE_INFINITY;
  /** Numbers of requests and deliveries of the purchase before a renewal. */
  #beforeRenewal = { requests: 0, deliveries: 0 };
  #stateBeforeDecision: Value | undefined;
  #hasPaidDespiteNo = false;
  #isRefused = false;

  constructor(
    private readonly plan: Plan,
    private readonly stage: Stage,
    private readonly options: PlayOptions,
  ) {
    this.#purchase = purchaseFor(plan.action);
    this.#customer = new Browser(stage.shop, stage.signal);
    this.#step = plan.action.name === 'renew' ? stage.renew! : stage.buy;
    this.#state = new ShopState(stage.state, this.#customer, this.#purchase, stage.signal);
  }

  async play(): Promise<Observation> {
    const { plan, stage } = this;
    if (plan.action.name === 'renew') await this.#buyFirst();
    await this.#beginFaults();
    const decided = this.#decide();
    decided.catch(() => undefined);
    const verdict = await this.#purchaseWithRetries();
    const mustRetry = verdict === 'again' || (verdict === 'no' && !this.#isRefused);
    // Faults of single requests stop only before a retry, because a shop may pay after its response.
    await this.#stopFaults(mustRetry ? undefined : isLasting);
    const final = mustRetry ? await this.#purchaseWithoutFaults() : verdict;
    this.#decideUntil = realTime.now() + this.options.patience;
    if (final === 'yes') await decided;
    if (this.#hasStep('webhook:forged')) await stage.proxy!.forge(this.#purchase.domain);
    const advance = plan.steps.find(step => step.advance)?.advance;
    if (advance !== undefined) await stage.world.advance(advance);
    const truth = await this.#settle(truth => this.#isAsExpected(final, truth));
    const { expected, patience, stableFor } = this.options;
    const shop = this.#state;
    const state = await (stableFor ? shop.askUntilStable(stableFor) : shop.askUntilExpected(expected, patience));
    const webhooks = stage.proxy?.forwarded(this.#purchase.domain) ?? [];
    return {
      plan,
      purchase: this.#purchase,
      responses: this.#responses,
      attempts: this.#isConcurrent ? [] : this.#attempts,
      verdict: final,
      hasPaidDespiteNo: this.#hasPaidDespiteNo,
      isRefused: this.#isRefused,
      truth,
      webhooks,
      rules: this.#rules,
      idle: this.#idleSteps(truth, webhooks),
      state,
      stateBeforeDecision: this.#stateBeforeDecision,
      shop,
      started: this.#started,
      ended: realTime.now(),
    };
  }

  async end(): Promise<void> {
    this.#decideUntil = 0;
    this.stage.proxy?.forget(this.#purchase.domain);
    await this.#stopFaults();
  }

  get #isConcurrent(): boolean {
    return this.plan.steps.some(({ isConcurrent }) => isConcurrent);
  }

  #hasStep(id: string): boolean {
    return this.plan.steps.some(step => step.id === id);
  }

  /** The purchase before a renewal. A busy shop may need several attempts. */
  async #buyFirst(): Promise<void> {
    const { domain } = this.#purchase;
    this.stage.proxy?.watch(domain, undefined);
    const purchase = { ...this.#purchase, token: randomUUID() };
    const deadline = realTime.now() + MAX_SETTLE;
    for (;;) {
      const { verdict, text } = await this.#customer.call(this.stage.buy, purchase);
      if (verdict === 'yes') break;
      if (verdict === 'no' || realTime.now() > deadline)
        throw new NameyardError(`The purchase of ${domain}, without faults, was answered with ${text}.`);
      await sleep(RETRY_PAUSE);
    }
    const isReady = ({ orders, deliveries }: Truth) => orders.some(isRegistered) && deliveries.every(isFinished);
    const { requests, deliveries } = await this.#settle(isReady);
    this.#beforeRenewal = { requests: requests.length, deliveries: deliveries.length };
  }

  async #beginFaults(): Promise<void> {
    const { domain } = this.#purchase;
    this.stage.proxy?.watch(
      domain,
      this.plan.steps.find(({ effect }) => effect !== undefined && effect !== 'forged')?.effect,
    );
    for (const { id, target, fault, times = 1 } of this.plan.steps) {
      if (!fault || target === null || target === 'webhook') continue;
      const rule = await this.stage.world.fault({ match: { operation: target, domain }, fault, times });
      this.#rules.push({ step: id, rule: rule.id });
    }
    const click = this.plan.steps.find(({ isConcurrent }) => isConcurrent);
    if (click) await this.#delayRequests(click);
  }

  /** Delays all requests, so that two requests of the customer overlap. Added last, because the first matching rule applies. */
  async #delayRequests({ id }: PlanStep): Promise<void> {
    const { domain } = this.#purchase;
    for (const operation of ['order', 'renew', 'checkout'] as const) {
      const fault = { kind: 'delay', ms: OVERLAP_DELAY } as const;
      const rule = await this.stage.world.fault({ match: { operation, domain }, fault, times: ALWAYS });
      this.#rules.push({ step: id, rule: rule.id });
    }
  }

  async #stopFaults(matches: (step: PlanStep) => boolean = () => true): Promise<void> {
    const { faults } = this.stage.world.client.control;
    const steps = this.plan.steps.filter(matches).map(({ id }) => id);
    const stopping = this.#rules.filter(({ step }) => steps.includes(step));
    await Promise.all(stopping.map(({ rule }) => faults.remove(rule).catch(ignoreUnknown)));
  }

  async #attempt(purchase = this.#purchase): Promise<ShopResponse> {
    this.stage.signal.throwIfAborted();
    const earlier = new Set((await this.#requests()).map(({ request_id }) => request_id));
    const sent = async () => (await this.#requests()).filter(({ request_id }) => !earlier.has(request_id));
    const response = await this.#endRetries(this.#customer.call(this.#step, purchase), sent);
    this.#responses.push(response);
    this.#attempts.push(await sent());
    return response;
  }

  #requests(): Promise<Request[]> {
    return readRequests(this.stage.world.client, this.#purchase.domain);
  }

  /** Waits for the response, and stops lasting faults if the shop repeats a request too often: it might never give up. */
  async #endRetries(response: Promise<ShopResponse>, sent: () => Promise<Request[]>): Promise<ShopResponse> {
    if (!this.plan.steps.some(isLasting)) return response;
    let isOver = false;
    const end = response.finally(() => (isOver = true));
    // Prevents an unhandled rejection of `end` if `sent` fails first.
    end.catch(() => undefined);
    while (!isOver) {
      const operations = (await sent()).map(({ operation }) => operation);
      const counts = [...new Set(operations)].map(name => operations.filter(other => other === name).length);
      if (counts.some(count => count > MAX_ATTEMPTS)) await this.#stopFaults(isLasting);
      await Promise.race([sleep(WATCH_INTERVAL), end]);
    }
    return end;
  }

  /** Repeats the purchase until the shop says yes or no, at most ATTEMPTS times. */
  async #purchaseWithRetries(): Promise<Verdict> {
    let verdict = await this.#firstAttempt();
    for (let attempt = 1; attempt < ATTEMPTS && verdict === 'again'; attempt++) {
      verdict = (await this.#attempt()).verdict;
      await this.#recordRefusal(verdict);
      if (this.#isRefused) return 'no';
    }
    return verdict;
  }

  async #firstAttempt(): Promise<Verdict> {
    const second = this.#hasStep('second-tab') ? { ...this.#purchase, token: randomUUID() } : this.#purchase;
    const responses = await Promise.all([this.#attempt(), ...(this.#isConcurrent ? [this.#attempt(second)] : [])]);
    const verdicts = responses.map(({ verdict }) => verdict);
    const verdict = (['yes', 'again', 'no'] as const).find(candidate => verdicts.includes(candidate))!;
    await this.#recordRefusal(verdict);
    return this.#isRefused ? 'no' : verdict;
  }

  /**
   * Sets `#isRefused` if a final error or a refund ended the purchase and no order is paid, and `#hasPaidDespiteNo` if the
   * customer was told no although an order is paid and not canceled.
   */
  async #recordRefusal(verdict: Verdict): Promise<void> {
    if (verdict === 'yes') return;
    const truth = await this.#read();
    const hasFailed = truth.requests.some(isFinalError) || truth.orders.some(({ status }) => status === 'refunded');
    this.#isRefused = hasFailed && !this.#hasPaid(truth);
    if (verdict !== 'no' || !this.#hasPaid(truth)) return;
    // The shop may still cancel the order.
    this.#hasPaidDespiteNo = this.#hasPaid(await this.#settle(later => !this.#hasPaid(later)));
  }

  /** Repeats the purchase without faults until the shop says yes or no. A shop may need time to recover. */
  async #purchaseWithoutFaults(): Promise<Verdict> {
    const deadline = realTime.now() + RECOVERY_FACTOR * this.options.patience;
    for (;;) {
      const { verdict } = await this.#attempt();
      await this.#recordRefusal(verdict);
      if (this.#isRefused) return 'no';
      if (verdict !== 'again' || realTime.now() > deadline) return verdict;
      await sleep(RETRY_PAUSE);
    }
  }

  /** Decides the order as the plan requires, as soon as it is pending. Gives up at `#decideUntil`. */
  async #decide(): Promise<void> {
    const { decision } = this.plan.action;
    if (decision === undefined) return;
    const { domain } = this.#purchase;
    const polls = new Patience();
    for (;;) {
      if (this.#decideUntil === 0) return; // ended
      const isLast = realTime.now() >= this.#decideUntil;
      const orders = await readOrders(this.stage.world.client, domain);
      if (orders.some(({ domain_status }) => domain_status === 'pending')) {
        this.#stateBeforeDecision = await this.#state.askUntilStable(UNDECIDED_STABLE_FOR);
        return void (await this.stage.world.decide(domain, decision));
      }
      if (isLast) return;
      await polls.pause();
    }
  }

  /** Reads orders, requests and deliveries of the domain, without the requests before a renewal. */
  async #read(): Promise<Truth> {
    const { world, receiver } = this.stage;
    const truth = await readTruth(world.client, this.#purchase.domain, receiver);
    return { ...truth, requests: truth.requests.slice(this.#beforeRenewal.requests) };
  }

  /** Whether an order for the action of the plan is paid. */
  #hasPaid({ orders }: Truth): boolean {
    return orders.some(order => order.kind === this.#orderKind && isPaid(order));
  }

  /** Whether an order for the action of the plan has registered or renewed the domain. */
  #hasRegistered({ orders }: Truth): boolean {
    return orders.some(order => order.kind === this.#orderKind && isRegistered(order));
  }

  get #orderKind(): Order['kind'] {
    return this.plan.action.name === 'renew' ? 'renewal' : 'registration';
  }

  /** Whether the orders agree with the verdict, and all deliveries are finished. */
  #isAsExpected(verdict: Verdict, truth: Truth): boolean {
    const { action } = this.plan;
    const isDone = truth.deliveries.every(isFinished);
    if (this.#hasPaidDespiteNo) return isDone;
    if (verdict !== 'yes') return isDone && !this.#hasPaid(truth);
    const hasEvents = truth.deliveries.length >= this.#expectedDeliveries();
    if (action.decision === 'failed')
      return isDone && hasEvents && truth.orders.some(({ status }) => status === 'refunded');
    return isDone && hasEvents && this.#hasRegistered(truth);
  }

  /** One delivery for the action, and two if the clock moves to the end of the term: the reminder and the expiry. */
  #expectedDeliveries(): number {
    const ends = this.plan.steps.filter(({ advance }) => advance !== undefined).length;
    return this.stage.canAlter ? this.#beforeRenewal.deliveries + 1 + 2 * ends : 0;
  }

  /** Waits until the result is as expected for QUIET, or has not changed for the patience. */
  async #settle(isExpected: (truth: Truth) => boolean): Promise<Truth> {
    const { proxy, signal } = this.stage;
    const deadline = realTime.now() + MAX_SETTLE;
    let truth = await this.#read();
    let seen = fingerprintOf(truth);
    const quiet = new Patience();
    for (;;) {
      if (quiet.isOver(isExpected(truth) ? QUIET : this.#patienceFor(truth))) return truth;
      if (realTime.now() > deadline) return truth;
      signal.throwIfAborted();
      await quiet.pause();
      truth = await this.#read();
      const now = `${fingerprintOf(truth)} ${proxy?.forwarded(this.#purchase.domain).length}`;
      if (now !== seen || proxy?.isBusy(this.#purchase.domain)) quiet.restart();
      seen = now;
    }
  }

  /**
   * While webhooks are not delivered, the patience is at least the pause before the next attempt. It is longest while the
   * registry of the world, instead of the plan, will decide a paid order.
   */
  #patienceFor(truth: Truth): number {
    const { patience } = this.options;
    if (this.plan.action.decision === undefined && truth.orders.some(isUndecided)) return MAX_SETTLE;
    const isBeforeFirstAttempt = this.#hasRegistered(truth) && truth.deliveries.length < this.#expectedDeliveries();
    const isDelivered = !isBeforeFirstAttempt && truth.deliveries.every(isFinished);
    return isDelivered ? patience : Math.max(patience, MAX_REDELIVERY_PAUSE);
  }

  /** IDs of the steps whose fault or effect was not applied. */
  #idleSteps({ requests }: Truth, webhooks: Observation['webhooks']): string[] {
    const isIdle = ({ id, effect, isConcurrent }: PlanStep): boolean => {
      if (isConcurrent) return false;
      const rules = this.#rules.filter(({ step }) => step === id);
      if (rules.length > 0) return rules.some(({ rule }) => !requests.some(({ faulted }) => faulted === rule));
      return effect !== undefined && !webhooks.some(webhook => webhook.effect === effect);
    };
    return this.plan.steps.filter(isIdle).map(({ id }) => id);
  }
}

/** Whether a step fails all requests until the faults stop. */
const isLasting = ({ times }: PlanStep): boolean => times === ALWAYS;

/** A rule that was used `times` times or has expired may no longer exist. */
function ignoreUnknown(error: unknown): void {
  if ((error as { status?: number }).status !== 404) throw error;
}
