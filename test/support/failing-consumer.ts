import { Module } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { OnEvent } from '#platform';
import type { Event } from '#platform/contract';
import { DomainRegistered, type RegistrationFacts } from '#domains/contract';

/** Hears of registrations beside the service's own consumers, and fails where a test wants it to. */
export class FailingConsumer {
  readonly heard: Event<RegistrationFacts>[] = [];
  failFor = new Set<string>();

  @OnEvent(DomainRegistered, { consumer: 'test.failing' })
  async hear(event: Event<RegistrationFacts>, _tx: PoolClient): Promise<void> {
    if (this.failFor.has(event.payload.domain)) throw new Error(`no taste for ${event.payload.domain}`);
    this.heard.push(event);
  }

  heardOf(domain: string): number {
    return this.heard.filter(({ payload }) => payload.domain === domain).length;
  }
}

@Module({ providers: [FailingConsumer] })
export class FailingConsumerModule {}
