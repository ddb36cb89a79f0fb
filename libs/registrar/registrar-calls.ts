import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import { RequestLimits } from '#api-keys';
import { Metrics } from '#platform/http';
import { LOGGER, type Logger } from '#platform/observability/log';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { RegistrarFailure } from './model/registrar-failure.js';

/** Consecutive calls without a useful answer after which no call is sent for `OPEN_MS`. */
const MAX_FAILURES = 5;
const OPEN_MS = 30_000;

/** The methods of the gateway. */
const CALLS = ['check', 'prices', 'mark', 'submit', 'find', 'poll'] as const;

export type CallName = (typeof CALLS)[number];

/** What a driver knows about the answer to a call. */
export interface Answer {
  status: number;
  /** ID of the request at the registrar. */
  requestId: string | null;
}

/** A call of the registrar, as it is kept with the step of a purchase. */
export interface CallRecord {
  call: CallName;
  at: Date;
  ms: number;
  status: number | null;
  requestId: string | null;
  error: string | null;
}

/** What all drivers need around a call: the rate limit of all processes, a circuit breaker, metrics, and records. */
@Injectable()
export class RegistrarCalls {
  private readonly calls;
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
      'Calls of the registrar, by call and outcome (ok, unavailable, misconfigured, refused).',
      { call: CALLS, outcome: ['ok', 'unavailable', 'misconfigured', 'refused'] },
    );
  }

  /** Runs `work` and returns its result with the calls that it has made. */
  async record<T>(work: () => Promise<T>): Promise<{ result: T; calls: CallRecord[] }> {
    const calls: CallRecord[] = [];
    return { result: await this.recorder.run(calls, work), calls };
  }

  /** @throws RegistrarFailure */
  async run<T>(call: CallName, work: (note: (answer: Answer) => void) => Promise<T>): Promise<T> {
    const { exceeded, resetMs } = await this.limits.count('registrar', this.settings.registrarRateLimit);
    if (exceeded) throw notSent('too many calls of the registrar', resetMs);
    const at = this.clock.now();
    let answer: Answer | undefined;
    let problem: RegistrarFailure | undefined;
    try {
      const result = await this.circuit.execute(() => work(noted => (answer = noted)));
      this.calls.inc({ call, outcome: 'ok' });
      return result;
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw notSent('the registrar does not answer', OPEN_MS);
      if (error instanceof RegistrarFailure) {
        const { kind, status, message } = (problem = error);
        this.calls.inc({ call, outcome: kind });
        if (kind !== 'refused') this.logger.warn({ call, status, reason: message }, `the registrar is ${kind}`);
      }
      throw error;
    } finally {
      const { status = null, requestId = null } = answer ?? {};
      const ms = this.clock.millis() - at.getTime();
      this.recorder.getStore()?.push({ call, at, ms, status, requestId, error: problem?.message ?? null });
    }
  }
}

const notSent = (message: string, retryAfterMs: number) =>
  new RegistrarFailure(message, { kind: 'unavailable', isSent: false, retryAfterMs });
