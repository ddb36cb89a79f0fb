import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import type { EventKind } from '#platform/contract';
import { Statement } from '#platform/database';
import { EventAlterations } from '#platform/events';
import { contextOf, recordEvents } from '#platform/events/sql';
import { newId } from '#platform/security/ids';
import type { Registration } from '#domains';
import type { DomainTerm } from '#domains/events';
import type { ChangeState } from './registration-changes.js';

const recordEvent = new Statement(
  'registry.record-event',
  recordEvents('(SELECT 1) once', {
    id: ':id::text',
    kind: { type: ':type::text' },
    tenantId: ':tenant::text',
    key: ':key::text',
    occurredAt: ':at::timestamptz',
    recordedAt: ':recorded_at::timestamptz',
    context: contextOf(':request_id::text', { delivery: ':delivery::jsonb', traceparent: ':traceparent::text' }),
    data: ':data::text',
    orderBy: '1',
  }),
);

type Details<Data extends DomainTerm> = Pick<Data, 'status'> & Omit<Data, keyof DomainTerm>;

/** Records events about a registration, in the transactions of the changes. */
@Injectable()
export class RegistrationEvents {
  constructor(
    private readonly alterations: EventAlterations,
    private readonly clock: Clock,
  ) {}

  /** @param details the status, and the data that only this kind of event has */
  async record<Data extends DomainTerm>(
    state: ChangeState,
    { type }: EventKind<Data>,
    registration: Registration,
    details: Details<Data>,
  ): Promise<void> {
    const { tx, caller, now, operation } = state;
    const { domain, tld, orderId, registeredAt, expiresAt } = registration;
    const { status, ...others } = details;
    const data = {
      order_id: orderId,
      domain,
      tld,
      status,
      registered_at: registeredAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      ...others,
      tenant: caller.tenant.slug,
    };
    await recordEvent.run(tx, {
      id: newId('evt'),
      type,
      tenant: caller.tenant.id,
      key: orderId ?? domain,
      at: now,
      recorded_at: this.clock.now(),
      request_id: caller.requestId,
      delivery: await this.alterations.deliveryOf(tx, caller, { types: [type], domain, operation }),
      traceparent: caller.traceparent,
      data: JSON.stringify(data),
    });
  }
}
