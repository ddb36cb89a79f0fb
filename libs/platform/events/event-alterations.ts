import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Statement } from '../database/statement.js';
import { CURRENT_EPOCH } from './sql.js';

/** An event that a transaction is about to record. */
export interface UpcomingEvent {
  /** Its type; several if only its end decides which. */
  types: readonly string[];
  domain: string;
  /** The call of the API that records it; undefined for all other events. */
  operation?: string | undefined;
  /** Whether it is recorded after the transaction. */
  isLater?: boolean;
}

/** How the deliveries of an event differ from others. */
export interface ClaimedAlteration {
  /** ID of the rule that alters it. */
  rule: string;
  /** The only type of events that the rule alters; null for any. */
  event: string | null;
  /** Instructions for its deliveries, for the context of the event. */
  delivery: object;
}

/** Chooses the events whose deliveries differ. */
export interface AlterationSource {
  /** Whether events of a tenant may be altered. */
  mayAlter(tenantId: string): boolean | Promise<boolean>;
  /** Types of events that may be altered however they are recorded. No other transaction claims them until this one ends. */
  lockTypes(tx: EntityManager, tenant: { id: string; slug: string }): Promise<string[]>;
  /** The alteration of each event, in their order; null for those that are not altered. */
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
  /** Set by requests outside the API, which no rule for calls matches. */
  channel?: string;
  /** How a fault in its header delivers its events; undefined without such a header. */
  delivery?: object | null;
  alteredBy?: string;
}

/** Asks the source of alterations, if the process has one. What it claims is part of the transaction of the event. */
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
   * Instructions for the deliveries of an event that a request records: those of the fault in its header, or else of a rule,
   * whose ID it gets. Null if its deliveries are like others. For a later event, `event` is the type that is altered.
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
   * @param options the type of these events if there are others, and the call of the API that has recorded them
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
