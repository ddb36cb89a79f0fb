import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Statement } from '../database/statement.js';
import { CURRENT_EPOCH } from './sql.js';

/** An event that a transaction is about to record. */
export interface UpcomingEvent {
  /** Possible types; more than one while the outcome is unknown. */
  types: readonly string[];
  domain: string;
  /** Operation of the API call that records it; undefined if no API call does. */
  operation?: string | undefined;
  /** Whether a later transaction records it. */
  isLater?: boolean;
}

/** A change that a test-control rule makes to the deliveries of an event. */
export interface ClaimedAlteration {
  /** ID of the rule that alters it. */
  rule: string;
  /** The only type of events that the rule alters; null for any. */
  event: string | null;
  /** Delivery instructions, which are stored in the context of the event. */
  delivery: object;
}

/** Chooses the events whose deliveries are altered; implemented by test control. */
export interface AlterationSource {
  /** Whether events of a tenant may be altered. */
  mayAlter(tenantId: string): boolean | Promise<boolean>;
  /** Types of events for which there are rules. Locks the rules until the transaction ends. */
  lockTypes(tx: EntityManager, tenant: { id: string; slug: string }): Promise<string[]>;
  /** One alteration per event, in the same order; null for events that are not altered. */
  claim(tx: EntityManager, tenantId: string, events: UpcomingEvent[]): Promise<(ClaimedAlteration | null)[]>;
}

const recorded = new Statement<{ id: string; type: string; domain: string }, { tenant: string; types: string[] }>(
  'events.recorded-by-transaction',
  `SELECT id, type, body::jsonb #>> '{data,domain}' AS domain FROM platform.events
   WHERE tenant_id = :tenant AND epoch = ${CURRENT_EPOCH} AND transaction_id = pg_current_xact_id()
     AND type = ANY(:types) AND NOT context ? 'delivery' ORDER BY position`,
);

const alter = new Statement<never, { id: string; delivery: string }>(
  'events.alter',
  `UPDATE platform.events SET context = context || jsonb_build_object('delivery', :delivery::jsonb) WHERE id = :id`,
);

interface AlteredTenant {
  id: string;
  /** Whether an operator has switched off test control. */
  controlDisabled: boolean;
}

/** The request that records an event. */
interface AlteredRequest {
  tenant: AlteredTenant;
  /** Set for requests outside the API. Rules for API operations do not match them. */
  channel?: string;
  /** Delivery instructions of the fault in the request header; undefined without such a header. */
  delivery?: object | null;
  alteredBy?: string;
}

/** Alters deliveries through an `AlterationSource`, if the process has one. The transaction of an event includes the claim. */
@Injectable()
export class EventAlterations {
  private source?: AlterationSource;

  use(source: AlterationSource): void {
    this.source = source;
  }

  /** Whether events of the tenant may be altered; if so, they are recorded in a transaction that calls `deliveryOf`. */
  mayAlter({ id, controlDisabled }: AlteredTenant): boolean | Promise<boolean> {
    return this.source !== undefined && !controlDisabled && this.source.mayAlter(id);
  }

  /**
   * Returns the delivery instructions for an event that a request records: those of the fault in the request header, or else
   * of a matching rule, whose ID is stored in `request.alteredBy`. Null means normal deliveries. For a later event, the
   * member `event` is the only type of event to which they apply.
   */
  async deliveryOf(tx: EntityManager, request: AlteredRequest, event: UpcomingEvent): Promise<object | null> {
    const { tenant, channel, delivery } = request;
    if (delivery !== undefined) return delivery;
    if (!this.source || tenant.controlDisabled) return null;
    const operation = channel === undefined ? event.operation : undefined;
    const [claimed] = await this.source.claim(tx, tenant.id, [{ ...event, operation }]);
    if (!claimed) return null;
    request.alteredBy = claimed.rule;
    return { ...claimed.delivery, ...(event.isLater && claimed.event !== null && { event: claimed.event }) };
  }

  /**
   * Alters the events that the transaction has recorded without a call of `deliveryOf`.
   * @param options `only`: the type of event to alter (default any); `operation`: the API call that recorded them
   */
  async alterRecorded(
    tx: EntityManager,
    tenant: { id: string; slug: string },
    { only, operation }: { only?: string; operation?: string | undefined } = {},
  ): Promise<void> {
    const altered = (await this.source?.lockTypes(tx, tenant)) ?? [];
    const types = altered.filter(type => only === undefined || type === only);
    if (types.length === 0) return;
    const events = await recorded.run(tx, { tenant: tenant.id, types });
    const upcoming = events.map(({ type, domain }) => ({ types: [type], domain, operation }));
    const claimed = await this.source!.claim(tx, tenant.id, upcoming);
    for (const [index, { id }] of events.entries())
      if (claimed[index]) await alter.run(tx, { id, delivery: JSON.stringify(claimed[index].delivery) });
  }
}
