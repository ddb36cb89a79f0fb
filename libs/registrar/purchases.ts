import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { parseTraceparent, runInTrace } from '#platform/observability/tracing';
import { KillSwitch } from './kill-switch.js';
import { Outcomes } from './outcomes.js';
import {
  afterFind,
  afterLook,
  afterPoll,
  afterRefusal,
  afterSubmission,
  failed,
  type Failure,
  hasSettled,
  type Next,
  pauseAfterFailureMs,
} from './model/purchase.js';
import { isUnsupportedTld, RegistrarFailure, shorten } from './model/registrar-failure.js';
import { type CallRecord, RegistrarCalls } from './registrar-calls.js';
import { RegistrarGateway } from './registrar-gateway.js';
import { insertCalls, type LiveOrder, storeOrder } from './storage/orders.js';

/** Calls of the longest step, and the time of a step besides its calls. */
const CALLS_PER_STEP = 3;
const MARGIN_MS = 10_000;

/** Result of a step: changes of the order, and the next step or the outcome. */
interface Result {
  next: Next;
  changes?: Partial<LiveOrder>;
}

/**
 * Buys the domains of paid live orders, step by step. Each step is committed separately, and another process repeats it after a
 * crash. A submission is only repeated after the account was checked for its effect.
 */
@Injectable()
export class Purchases {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly registrar: RegistrarGateway,
    private readonly calls: RegistrarCalls,
    private readonly killSwitch: KillSwitch,
    private readonly outcomes: Outcomes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The end of a lease that begins now. Each step renews the lease, which is longer than the calls of the step. */
  leaseEnd(): Date {
    return new Date(this.clock.millis() + CALLS_PER_STEP * this.settings.registrarTimeoutMs + MARGIN_MS);
  }

  /** Runs the steps of an order that this process has leased, until it has to wait or has an outcome. */
  advance(order: LiveOrder, isStopping: () => boolean = () => false): Promise<void> {
    return runInTrace(parseTraceparent(order.traceparent), async () => {
      let current: LiveOrder | undefined = order;
      while (current && !isStopping()) current = await this.step(current, isStopping);
      // Another process continues at once instead of waiting for the end of the lease.
      if (current) await storeOrder(this.database, { ...current, ...RELEASED }, current.lease!);
    });
  }

  /** Returns the order if another step follows at once. */
  private async step(order: LiveOrder, isStopping: () => boolean): Promise<LiveOrder | undefined> {
    const { result, calls } = await this.calls.record(() =>
      this.run(order).catch((error: unknown) => afterFailure(order, asFailure(error))),
    );
    const isSubmission = 'step' in result.next && result.next.step === 'submit';
    if (isSubmission && !isStopping()) return this.submit({ ...order, ...result.changes }, calls);
    // A forced shutdown could interrupt the submission, so that its effect would be unknown.
    const next: Next = isSubmission ? { step: 'look', afterMs: 0 } : result.next;
    return this.commit(order, order.step!, { ...result, next }, calls);
  }

  private async run(order: LiveOrder): Promise<Result> {
    if (order.step === 'find') return this.find(order);
    if (order.step === 'poll') return this.poll(order);
    if (order.refusal) return this.confirmRefusal(order, order.refusal);
    if (!(await this.killSwitch.state()).on) return { next: DISABLED };
    return order.step === 'mark' ? this.mark(order) : this.look(order);
  }

  private async mark(order: LiveOrder): Promise<Result> {
    const contact = await this.registrar.createLabeledContact(order.owner, order.id);
    return { next: { step: 'look' }, changes: { contact, repetitions: 0 } };
  }

  private async look(order: LiveOrder): Promise<Result> {
    const { kind, domain, years } = order;
    const held = await this.registrar.find(domain);
    const isRenewal = kind === 'renewal';
    const checked = isRenewal
      ? { available: false, premium: await this.outcomes.isPremium(order) }
      : await this.registrar.check(domain).catch((error: unknown) => ifUnsupported(order, error));
    if (!checked) return { next: failed('unsupported_tld', `The registrar does not support .${order.tld}.`) };
    const { available, premium } = checked;
    const prices = await this.registrar.prices(domain);
    const price = isRenewal ? prices.renew * years : prices.register;
    const expiresBefore = isRenewal ? (order.expiresBefore ?? held?.expiresAt ?? null) : null;
    const seen = { ...order, expiresBefore };
    const premiumPrice = premium || prices.premium ? price : null;
    return { next: afterLook(seen, { held, available, price }), changes: { expiresBefore, premiumPrice } };
  }

  /** Reads the domain after a refusal. */
  private async confirmRefusal(order: LiveOrder, refusal: Failure): Promise<Result> {
    const held = await this.registrar.find(order.domain);
    if (held || refusal.code !== 'REGISTRAR_REFUSED') return { next: afterRefusal(order, { held }) };
    const { available } = await this.registrar.check(order.domain);
    return { next: afterRefusal(order, { held, available }) };
  }

  /**
   * Stores the submission if the kill switch is on, and then sends it. The order is stored at the step `find`, so that the
   * submission is not repeated after a crash.
   */
  private async submit(order: LiveOrder, lookCalls: CallRecord[]): Promise<LiveOrder | undefined> {
    const now = this.clock.now();
    const sent: LiveOrder = {
      ...order,
      step: 'find',
      submissions: order.submissions + 1,
      submittedAt: now,
      repetitions: 0,
      missingSince: null,
      dueAt: now,
      leasedUntil: this.leaseEnd(),
    };
    const stored = await this.database.transaction(async tx => {
      await insertCalls(tx, sent, 'look', lookCalls);
      if (await this.killSwitch.isOnUntilCommit(tx)) return storeOrder(tx, sent, order.lease!);
      await this.outcomes.fail(tx, order, DISABLED.failed);
      return undefined;
    });
    if (!stored) return undefined;
    const { result, calls } = await this.calls.record(() => this.send(stored));
    return this.commit(stored, 'submit', result, calls);
  }

  private async send(order: LiveOrder): Promise<Result> {
    try {
      // While this process was paused, another process may have taken over the order.
      if (this.clock.millis() > order.submittedAt!.getTime() + MARGIN_MS)
        throw new RegistrarFailure('the process was paused', { kind: 'unavailable', isSent: false });
      return { next: { step: 'poll' }, changes: { registrarId: await this.registrar.submit(order) } };
    } catch (error) {
      const failure = asFailure(error);
      const next = afterSubmission(failure);
      if (!failure.isSent) return { next, changes: { submissions: order.submissions - 1 } };
      return { next, changes: 'step' in next && next.step === 'look' ? { refusal: failureOf(failure) } : {} };
    }
  }

  private async find(order: LiveOrder): Promise<Result> {
    const held = await this.registrar.find(order.domain);
    const { registrarSettleMs: settleMs, registrarTimeoutMs: timeoutMs } = this.settings;
    const now = this.clock.now();
    const isDisabled = !(await this.killSwitch.state()).on;
    const next = afterFind(order, held, { now, settleMs, timeoutMs, isDisabled });
    const repetitions = 'step' in next && next.step === 'find' ? order.repetitions + 1 : 0;
    const missingSince = hasSettled(order, now, settleMs) ? (order.missingSince ?? now) : null;
    return { next, changes: { repetitions, missingSince } };
  }

  private async poll(order: LiveOrder): Promise<Result> {
    const state = order.registrarId === null ? 'unknown' : await this.registrar.poll(order, order.registrarId);
    const held = state === 'pending' || state === 'failed' ? null : await this.registrar.find(order.domain);
    const isSettled = hasSettled(order, this.clock.now(), this.settings.registrarSettleMs);
    return { next: afterPoll(order, held, { state, isSettled }), changes: { repetitions: order.repetitions + 1 } };
  }

  private commit(
    order: LiveOrder,
    step: string,
    { next, changes }: Result,
    calls: CallRecord[],
  ): Promise<LiveOrder | undefined> {
    const changed = { ...order, ...changes };
    return this.database.transaction(async tx => {
      await insertCalls(tx, changed, step, calls);
      if ('registered' in next) return void (await this.outcomes.register(tx, changed, next.registered));
      if ('failed' in next) return void (await this.outcomes.fail(tx, changed, next.failed));
      if ('stuck' in next)
        return void (await storeOrder(tx, { ...changed, step: 'stuck', stuck: next.stuck, ...RELEASED }, order.lease!));
      const { step: following, afterMs } = next as { step: LiveOrder['step']; afterMs?: number };
      const dueAt = new Date(this.clock.millis() + (afterMs ?? 0));
      const lease = afterMs === undefined ? { leasedUntil: this.leaseEnd() } : RELEASED;
      const stored = await storeOrder(tx, { ...changed, step: following, dueAt, ...lease }, order.lease!);
      return afterMs === undefined ? stored : undefined;
    });
  }
}

const RELEASED = { lease: null, leasedUntil: null };

const DISABLED = failed('REGISTRAR_DISABLED', 'The live registrar API was switched off.');

/** @throws the error if it is not a `RegistrarFailure` */
function asFailure(error: unknown): RegistrarFailure {
  if (error instanceof RegistrarFailure) return error;
  throw error;
}

/** Returns undefined if the TLD of an order that was not submitted is not supported. */
function ifUnsupported({ submissions }: LiveOrder, error: unknown): undefined {
  if (submissions > 0 || !isUnsupportedTld(error)) throw error;
}

/**
 * What follows a failed call of a step that submits nothing. A refusal ends an order that was not submitted, and the refusal of
 * a single submission is final if the registrar also refuses to read the domain. Otherwise the order waits.
 */
function afterFailure({ step, repetitions, submissions, refusal }: LiveOrder, failure: RegistrarFailure): Result {
  const isFinal = (step === 'mark' || step === 'look') && submissions === (refusal ? 1 : 0);
  if (isFinal && failure.kind !== 'unavailable') return { next: { failed: refusal ?? failureOf(failure) } };
  const afterMs = pauseAfterFailureMs(repetitions, failure);
  return { next: { step: step!, afterMs }, changes: { repetitions: repetitions + 1 } };
}

/** The reason for the tenant. Failures of the kind `unavailable` are never a reason: they are retried. */
const failureOf = ({ kind, message }: RegistrarFailure): Failure =>
  kind === 'refused'
    ? { code: 'REGISTRAR_REFUSED', message: shorten(message) }
    : { code: 'REGISTRAR_MISCONFIGURED', message: 'The registrar rejects the account of this installation.' };
