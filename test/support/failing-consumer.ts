import { Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OnEvent } from '#platform/events';
import type { Event } from '#platform/contract';
import { DomainRegistered, type RegisteredDomain } from '#domains/events';

/** An additional consumer of registrations that fails for chosen domains. */
export class FailingConsumer {
  readonly received: Event<RegisteredDomain>[] = [];
  failFor = new Set<string>();

  @OnEvent([DomainRegistered], { consumer: 'test.failing' })
  async handle(events: Event<RegisteredDomain>[], _tx: EntityManager): Promise<void> {
    const refused = events.find(({ data }) => this.failFor.has(data.domain));
    if (refused) throw new Error(`cannot handle ${refused.data.domain}`);
    this.received.push(...events);
  }

  receivedCount(domain: string): number {
    return this.received.filter(({ data }) => data.domain === domain).length;
  }
}

@Module({ providers: [FailingConsumer] })
export class FailingConsumerModule {}
