import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import { RequestLimits, type Tally } from '#api-keys';
import { Metrics } from '#platform/http';
import { LOGGER, type Logger } from '#platform/observability/log';
import { currentSpan, endSpan, isTracing, type Span, SpanKind, startSpan } from '#platform/observability/tracing';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { RegistrarFailure } from './model/registrar-failure.js';

/** Consecutive calls without a usable response after which no call is sent for `OPEN_MS`. */
const MAX_FAILURES = 5;
const OPEN_MS = 30_000;

/** The methods of the gateway, as metrics and steps name them; `mark`, `listMarks` and `unmark` concern labeled contacts. */
const CALLS = ['check', 'prices', 'mark', 'submit', 'find', 'poll', 'list', 'listMarks', 'unmark'] as const;

export type CallName = (typeof CALLS)[number];

/** Facts about the HTTP response to a call, reported by the driver. */
export interface Answer {
  status: number;
  /** ID of the request at the registrar. */
  requestId: string | null;
}

/** A call to the registrar, stored with the step of a purchase. */
export interface CallRecord {
  call: CallName;
  at: Date;
  ms: number;
  status: number | null;
  requestId: string | null;
  error: string | null;
}

/** State of the connection of a process to the registrar. */
export interface RegistrarReport {
  driver: string;
  url: string;
  account: number;
  /** State of the circuit breaker: `open` sends no calls after failures, `half_open` sends one trial call. */
  circuit: 'closed' | 'open' | 'half_open';
  /** Calls left in this minute under the rate limit. */
  callsLeft: number;
}

/** Wraps each call of a driver with a rate limit, a circuit breaker, metrics, and call records. */
@Injectable()
export class RegistrarCalls {
  private readonly calls;
  private readonly seconds;
  private tally: (Tally & { at: number }) | undefined;
  private readonly recorder = new AsyncLocalStorage<CallRecord[]>();
  private readonly circuit = circuitBreaker(
    handleWhen(error => error instanceof RegistrarFailure && error.kind === 'unavailable'),
    { halfOpenAfter: OPEN_MS, breaker: new ConsecutiveBreaker(MAX_FAILURES) },
  );

  constructor(
    private readonly limits: RequestLimits,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.calls = metrics.counter(
      'nameyard_registrar_calls_total',
      'Calls to the registrar, by call and outcome (ok, unavailable, misconfigured, refused).',
      { call: CALLS, outcome: ['ok', 'unavailable', 'misconfigured', 'refused'] },
    );
    this.seconds = metrics.histogram('nameyard_registrar_call_seconds', 'Time of a call to the registrar, by call.', {
      labelNames: ['call'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    });
    if (settings.registrar === 'none') return;
    metrics.gauge(
      'nameyard_registrar_circuit_open',
      'Whether this process sends no calls to the registrar, because several in a row failed: 1 or 0.',
      () => (this.circuitState === 'closed' ? 0 : 1),
    );
  }

  /** Runs `work` and returns its result with the calls that it has made. */
  async record<T>(work: () => Promise<T>): Promise<{ result: T; calls: CallRecord[] }> {
    const calls: CallRecord[] = [];
    return { result: await this.recorder.run(calls, work), calls };
  }

  /** Returns undefined without a registrar. */
  report(): RegistrarReport | undefined {
    const { registrar: driver, registrarUrl, registrarAccount, registrarRateLimit } = this.settings;
    if (driver === 'none') return undefined;
    const { tally, circuitState: circuit } = this;
    const isCurrent = tally && this.clock.millis() < tally.at + tally.resetMs;
    const callsLeft = isCurrent ? tally.remaining : registrarRateLimit;
    return { driver, url: registrarUrl.toString(), account: registrarAccount!, circuit, callsLeft };
  }

  private get circuitState(): RegistrarReport['circuit'] {
    if (this.circuit.state === CircuitState.Open) return 'open';
    return this.circuit.state === CircuitState.HalfOpen ? 'half_open' : 'closed';
  }

  /** @throws RegistrarFailure */
  async run<T>(call: CallName, work: (reportAnswer: (answer: Answer) => void) => Promise<T>): Promise<T> {
    const tally = await this.limits.count('registrar', this.settings.registrarRateLimit);
    this.tally = { ...tally, at: this.clock.millis() };
    const { exceeded, resetMs } = tally;
    if (exceeded) throw notSent('too many calls to the registrar', resetMs);
    const at = this.clock.now();
    let span: Span | undefined;
    let answer: Answer | undefined;
    let problem: RegistrarFailure | undefined;
    try {
      const outcome = await this.circuit.execute(() => {
        if (isTracing()) span = this.startSpan(call);
        return settle(work(reported => (answer = reported)));
      });
      if ('refusal' in outcome) throw outcome.refusal;
      this.calls.inc({ call, outcome: 'ok' });
      return outcome.result;
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw (problem = notSent('the registrar does not answer', OPEN_MS));
      if (error instanceof RegistrarFailure) {
        const { kind, status, message } = (problem = error);
        this.calls.inc({ call, outcome: kind });
        if (kind !== 'refused') this.logger.warn({ call, status, reason: message }, `the registrar is ${kind}`);
      }
      throw error;
    } finally {
      const { status = null, requestId = null } = answer ?? {};
      const ms = this.clock.millis() - at.getTime();
      if (answer ?? problem?.isSent) this.seconds.observe({ call }, ms / 1_000);
      this.recorder.getStore()?.push({ call, at, ms, status, requestId, error: problem?.message ?? null });
      span?.setAttributes({ 'http.response.status_code': status ?? undefined });
      if (span) endSpan(span, problem && { code: problem.kind });
    }
  }

  /**
   * Starts a span in the trace of the request or of the purchase that needs the call. Without one, as in a reconciliation, it
   * starts a trace.
   */
  private startSpan(call: CallName) {
    const attributes = { 'server.address': new URL(this.settings.registrarUrl).hostname };
    return startSpan(`registrar ${call}`, { kind: SpanKind.CLIENT, attributes, parent: currentSpan() });
  }
}

/** Turns a refusal into a result: the circuit breaker counts it as a success, but would not count an error that it does not handle. */
const settle = <T>(work: Promise<T>): Promise<{ result: T } | { refusal: RegistrarFailure }> =>
  work.then(
    result => ({ result }),
    (error: unknown) => {
      if (error instanceof RegistrarFailure && error.kind !== 'unavailable') return { refusal: error };
      throw error;
    },
  );

const notSent = (message: string, retryAfterMs: number) =>
  new RegistrarFailure(message, { kind: 'unavailable', isSent: false, retryAfterMs });
