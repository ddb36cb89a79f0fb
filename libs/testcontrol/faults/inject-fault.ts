import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exampleOf, Refusal, STATUSES } from '#platform/http/errors';
import { Metrics } from '#platform/http';
import { type Caller, permanentTenantIdOf } from '#identity/access';
import { AnswerLost } from '../model/errors.js';
import { type Fault, FAULT_KINDS } from '../model/fault.js';
import { alterationOf } from './alter-events.js';
import { close, isConnected, reset, truncate } from './connection-faults.js';
import { errorsByCode } from './fault-codes.js';
import { HeldRequests } from '../held-requests.js';

/** Duration of a hang. Timeouts of clients should be shorter. */
const MAX_HANG_MS = 60_000;

/** Kinds that end the connection. */
const CLOSING: ReadonlySet<Fault['kind']> = new Set(['hang', 'reset', 'truncate']);

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Injection extends Exchange {
  fault: Fault;
  /** `header`, or the ID of the rule. */
  source: string;
  tenant: Caller['tenant'];
}

/** Makes a request fail as a fault describes. */
@Injectable()
export class InjectFault {
  private readonly faults;

  constructor(
    private readonly held: HeldRequests,
    metrics: Metrics,
  ) {
    this.faults = metrics.counter('nameyard_faults_total', 'Requests that failed on purpose.', { kind: FAULT_KINDS });
  }

  /**
   * Runs an operation with a fault.
   * @throws Refusal: the error of the fault, or of the operation
   */
  async execute<Result>(injection: Injection, proceed: () => Promise<Result>): Promise<Result> {
    const { fault, tenant } = injection;
    const run = () => this.run(injection, proceed);
    return fault.kind === 'delay' || fault.kind === 'hang' ? this.held.count(permanentTenantIdOf(tenant), run) : run();
  }

  /** Runs an operation, and marks its response if a rule alters the delivery of the event that it has recorded. */
  async markAltered<Result>(caller: Caller, exchange: Exchange, proceed: () => Promise<Result>): Promise<Result> {
    const result = await proceed();
    if (caller.alteredBy !== undefined) this.markFaulted({ kind: 'webhook' }, caller.alteredBy, exchange);
    return result;
  }

  private async run<Result>(injection: Injection, proceed: () => Promise<Result>): Promise<Result> {
    const { fault } = injection;
    if (fault.kind === 'webhook') injection.request.caller!.delivery = alterationOf(fault, injection.source);
    const takesEffect = !('phase' in fault) || fault.phase === 'after';
    const outcome = takesEffect ? await settle(proceed) : undefined;
    if (fault.kind !== 'webhook' || (outcome && mayRecordEvent(outcome, injection.request)))
      this.markFaulted(fault, injection.source, injection);
    await this.apply(injection);
    if (!outcome) throw new Error(`The fault ${fault.kind} let a request pass that it should end`);
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.result;
  }

  /** Marks the response and the request for the logs and metrics. */
  private markFaulted(fault: Pick<Fault, 'kind'>, source: string, { request, reply }: Exchange): void {
    this.faults.inc({ kind: fault.kind });
    request.faulted = source;
    request.faultKind = 'phase' in fault ? `${fault.kind}/${String(fault.phase)}` : fault.kind;
    void reply.header('Sandbox-Faulted', source);
  }

  /** Returns if the response of the operation is to be sent, and throws if another response, or none, replaces it. */
  private async apply({ fault, request, reply }: Injection): Promise<void> {
    if (CLOSING.has(fault.kind) && !isConnected(reply)) throw new AnswerLost();
    switch (fault.kind) {
      case 'error':
        if (request.idempotent) request.idempotent.replayed = false;
        request.caller!.repeatsPayment = false;
        throw exampleOf(errorsByCode(null).get(fault.code)!);
      case 'delay':
        return this.held.wait(reply.raw, fault.ms);
      case 'truncate':
        return truncate(reply, fault.bytes);
      case 'webhook':
        return;
      case 'hang':
        await this.held.wait(reply.raw, MAX_HANG_MS);
        close(reply);
        throw new AnswerLost();
      case 'reset':
        reset(reply);
        throw new AnswerLost();
    }
  }
}

type Outcome<Result> = { result: Result } | { refusal: Refusal };

/** Whether an operation may have recorded an event: it was not refused, and did not repeat an earlier result. */
const mayRecordEvent = (outcome: Outcome<unknown>, { idempotent, caller }: FastifyRequest): boolean =>
  'result' in outcome && !idempotent?.replayed && !caller!.repeatsPayment;

/** Runs an operation, and returns its result or refusal. Throws failures of the service, which no fault may hide. */
async function settle<Result>(proceed: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await proceed() };
  } catch (error) {
    if (error instanceof Refusal && STATUSES[error.family] < 500) return { refusal: error };
    throw error;
  }
}
