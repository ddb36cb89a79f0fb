import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Statement } from '../database/statement.js';
import { CURRENT_EPOCH } from './sql.js';

/** An event that a transaction is about to record. */
export interface UpcomingEvent {
  type: string;
  domain: string;
  /** The call of the API that records it; undefined for all other events. */
  operation?: string | undefined;
}

/** How the deliveries of an event differ from others. */
export interface ClaimedAlteration {
  /** ID of the rule that alters it. */
  rule: string;
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

type Recorded = { id: string } & UpcomingEvent;

const recorded = new Statement<Recorded, { tenant: string; types: string[] }>(
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

/** Asks the source of alterations, if the process has one. What it claims is part of the transaction of the event. */
@Injectable()
export class EventAlterations {
  private source?: AlterationSource;

  use(source: AlterationSource): void {
    this.source = source;
  }

  /** Whether events of the tenant may be altered; if so, they are recorded in a transaction that calls `claim`. */
  mayAlter({ id, controlDisabled }: AlteredTenant): boolean | Promise<boolean> {
    return this.source !== undefined && !controlDisabled && this.source.mayAlter(id);
  }

  async claim(tx: EntityManager, tenant: AlteredTenant, event: UpcomingEvent): Promise<ClaimedAlteration | null> {
    if (!this.source || tenant.controlDisabled) return null;
    return (await this.source.claim(tx, tenant.id, [event]))[0] ?? null;
  }

  /** Alters the events that the transaction has recorded without a call of `claim`. */
  async alterRecorded(tx: EntityManager, tenant: { id: string; slug: string }): Promise<void> {
    const types = (await this.source?.lockTypes(tx, tenant)) ?? [];
    if (types.length === 0) return;
    const events = await recorded.run(tx, { tenant: tenant.id, types });
    const claimed = await this.source!.claim(tx, tenant.id, events);
    for (const [index, { id }] of events.entries())
      if (claimed[index]) await alter.run(tx, { id, delivery: JSON.stringify(claimed[index].delivery) });
  }
}
