import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

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
  /** The alteration of each event, in their order; null for those that are not altered. */
  claim(tx: EntityManager, tenantId: string, events: UpcomingEvent[]): Promise<(ClaimedAlteration | null)[]>;
}

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
}
