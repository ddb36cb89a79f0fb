import { type Facade, FACADES, type OperationName, OPERATIONS } from '#identity/access/model';
import { newId } from '#platform/model';
import { matchesDomain } from './domain-pattern.js';
import { isApplicable, type Codes, type Fault } from './fault.js';

export { type Facade, FACADES, type OperationName, OPERATIONS };

/** An event that is about to be recorded. */
interface UpcomingEvent {
  /** Possible types of the event; several if the outcome of the order decides later which one. */
  types: readonly string[];
  domain: string;
  /** The API operation that causes the event; undefined for all other causes. */
  operation?: string | undefined;
  /** Whether a later transaction records the event. */
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

  /** The values for the audit log. */
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

  /** Whether the rule alters deliveries of events instead of responses. */
  get isForEvents(): boolean {
    return this.fault.kind === 'webhook';
  }

  /** Whether the rule alters an event. A rule without event type and operation alters only events of checkouts. */
  appliesToEvent({ types, operation, domain, isLater = false }: UpcomingEvent): boolean {
    if (this.event !== null && !types.includes(this.event)) return false;
    // A rule for an event type and any operation is applied when the event is recorded.
    if (isLater && this.event !== null && this.operation === null) return false;
    const wanted = this.operation ?? (this.event === null ? 'checkout' : operation);
    return wanted === operation && this.matchesOneOf([domain]);
  }

  /** Counts an event, and decides whether the fault applies to it. Requests are counted in the database. */
  countAndDecide(): boolean {
    return ++this.seen > this.skip;
  }

  /** Whether the rule can apply to an operation. A rule without an operation applies to those that its fault can affect. */
  appliesTo(operation: OperationName, codes: Codes): boolean {
    if (this.operation !== null) return this.operation === operation;
    return isApplicable(operation, codes, this.fault);
  }

  /** @param domains domains of the request; empty if they are unknown, for example because the order does not exist */
  matchesOneOf(domains: readonly string[]): boolean {
    const { domain: pattern } = this;
    return pattern === null || domains.some(domain => matchesDomain(pattern, domain));
  }
}

/** The `match` of a rule in the API. */
export const matchOf = ({ operation, event, domain }: Pick<FaultTerms, 'operation' | 'event' | 'domain'>) => ({
  ...(operation !== null && { operation }),
  ...(event !== null && { event }),
  ...(domain !== null && { domain }),
});
