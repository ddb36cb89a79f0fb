import { Module } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { OnEvent } from '#platform/events';
import type { Event } from '#platform/contract';
import { DomainRegistered, type DomainRegisteredPayload } from '#domains/events';

/** An additional consumer of registrations that fails for chosen domains. */
export class FailingConsumer {
  readonly received: Event<DomainRegisteredPayload>[] = [];
  failFor = new Set<string>();

  @OnEvent([DomainRegistered], { consumer: 'test.failing' })
  async handle(events: Event<DomainRegisteredPayload>[], _tx: PoolClient): Promise<void> {
    const refused = events.find(({ payload }) => this.failFor.has(payload.domain));
    if (refused) throw new Error(`cannot handle ${refused.payload.domain}`);
    this.received.push(...events);
  }

  receivedCount(domain: string): number {
    return this.received.filter(({ payload }) => payload.domain === domain).length;
  }
}

@Module({ providers: [FailingConsumer] })
export class FailingConsumerModule {}
