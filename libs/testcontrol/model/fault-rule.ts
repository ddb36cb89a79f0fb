import { type Facade, FACADES, type OperationName, OPERATIONS } from '#identity/access/model';
import { newId } from '#platform/model';
import { matchesDomain } from './domain-pattern.js';
import { isApplicable, type Codes, type Fault } from './fault.js';

export { type Facade, FACADES, type OperationName, OPERATIONS };

/** An event that is about to be recorded. */
interface UpcomingEvent {
  /** Its type; several if only its end decides which. */
  types: readonly string[];
  domain: string;
  /** The call of the API that records it; undefined for all other events. */
  operation?: string | undefined;
  /** Whether it is recorded after the transaction. */
  isLater?: boolean;
}

export interface FaultTerms {
  operation: OperationName | null;
  /** Event type; only for the kind `webhook`. */
  event: string | null;
  /** Domain pattern in normal form. */
  domain: string | null;
  fault: Fault;
  times: number;
  skip: number;
  expiresAt: Date;
}

/** A rule that makes matching requests of a tenant fail: after the first `skip`, it applies to the next `times`. */
export class FaultRule implements FaultTerms {
  id: string;
  tenantId: string;
  operation: OperationName | null;
  event: string | null;
  domain: string | null;
  fault: Fault;
  times: number;
  skip: number;
  /** Number of requests that were counted, skipped ones included. */
  seen: number;
  createdAt: Date;
  expiresAt: Date;

  static create(tenantId: string, terms: FaultTerms, at: Date): FaultRule {
    return Object.assign(new FaultRule(), { id: newId('flt'), tenantId, ...terms, seen: 0, createdAt: at });
  }

  /** The properties that the audit log records. */
  facts() {
    const { operation, event, domain, fault, times, skip, expiresAt } = this;
    return { operation, event, domain, fault, times, skip, expiresAt };
  }

  /** Number of requests that failed. */
  get used(): number {
    return Math.max(0, this.seen - this.skip);
  }

  get remaining(): number {
    return this.times - this.used;
  }

  /** Whether the rule alters the deliveries of events, and no request. */
  get isForEvents(): boolean {
    return this.fault.kind === 'webhook';
  }

  /** Whether the rule alters an event. Without an event type, it alters those of checkouts. */
  appliesToEvent({ types, operation, domain, isLater = false }: UpcomingEvent): boolean {
    if (this.event !== null && !types.includes(this.event)) return false;
    // A rule for a type, whatever the call, alters the event when it is recorded.
    if (isLater && this.event !== null && this.operation === null) return false;
    const wanted = this.operation ?? (this.event === null ? 'checkout' : operation);
    return wanted === operation && this.matchesOneOf([domain]);
  }

  /** Counts a request or an event. Returns whether the fault happens to it. */
  count(): boolean {
    return ++this.seen > this.skip;
  }

  /** Whether the rule can apply to an operation; without one, it applies only where its fault has an effect. */
  appliesTo(operation: OperationName, codes: Codes): boolean {
    if (this.operation !== null) return this.operation === operation;
    return isApplicable(operation, codes, this.fault);
  }

  /** @param domains those of the request; empty when they are not known, for example because there is no such order */
  matchesOneOf(domains: readonly string[]): boolean {
    const { domain: pattern } = this;
    return pattern === null || domains.some(domain => matchesDomain(pattern, domain));
  }
}

/** What a rule applies to, as the API shows it. */
export const matchOf = ({ operation, event, domain }: Pick<FaultTerms, 'operation' | 'event' | 'domain'>) => ({
  ...(operation !== null && { operation }),
  ...(event !== null && { event }),
  ...(domain !== null && { domain }),
});
