import { Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OnEvent } from '#platform/events';
import type { Event } from '#platform/contract';
import { DomainRegistered, type RegisteredDomain } from '#domains/events';

type Registered = Event & { data: RegisteredDomain };

/** An additional consumer of registrations that fails for chosen domains. */
export class FailingConsumer {
  readonly received: Registered[] = [];
  failFor = new Set<string>();

  @OnEvent([DomainRegistered], { consumer: 'test.failing' })
  async handle(events: Event[], tx: EntityManager): Promise<void> {
    const registered = await withData(tx, events);
    const refused = registered.find(({ data }) => this.failFor.has(data.domain));
    if (refused) throw new Error(`cannot handle ${refused.data.domain}`);
    this.received.push(...registered);
  }

  receivedCount(domain: string): number {
    return this.received.filter(({ data }) => data.domain === domain).length;
  }
}

async function withData(tx: EntityManager, events: Event[]): Promise<Registered[]> {
  const rows: { id: string; data: RegisteredDomain }[] = await tx.query(
    `SELECT id, body::json -> 'data' AS data FROM platform.events WHERE id = ANY($1)`,
    [events.map(({ id }) => id)],
  );
  const byId = new Map(rows.map(({ id, data }) => [id, data]));
  return events.map(event => ({ ...event, data: byId.get(event.id)! }));
}

@Module({ providers: [FailingConsumer] })
export class FailingConsumerModule {}
