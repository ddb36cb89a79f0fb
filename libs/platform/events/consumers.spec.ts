import type { EntityManager } from 'typeorm';
import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Consumers } from './consumers.js';
import type { Event } from './event-kind.js';
import { OnEvent } from './on-event.js';

const Baked = { type: 'bread.baked' };

@Injectable()
class Shop {
  readonly shelf: string[] = [];

  @OnEvent([Baked], { consumer: 'shop.fill-shelf' })
  async fill(events: Event[], _tx: EntityManager): Promise<void> {
    this.shelf.push(...events.map(({ id }) => id));
  }

  async close(): Promise<void> {}
}

@Injectable()
class Journal {
  @OnEvent([Baked], { consumer: 'journal.write' })
  async write(_events: Event[], _tx: EntityManager): Promise<void> {}
}

@Injectable()
class Duplicate {
  @OnEvent([Baked], { consumer: 'shop.fill-shelf' })
  async fill(_events: Event[], _tx: EntityManager): Promise<void> {}
}

const start = async (...providers: (new () => object)[]) => {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [Consumers, ...providers],
  }).compile();
  return module.init();
};

describe('Consumers', () => {
  it('finds the methods with @OnEvent of all providers with their event types', async () => {
    const consumers = (await start(Shop, Journal)).get(Consumers);
    expect(consumers.names.toSorted()).toEqual(['journal.write', 'shop.fill-shelf']);
    expect(consumers.get('journal.write').types).toEqual(['bread.baked']);
  });

  it('calls the method on its provider', async () => {
    const module = await start(Shop);
    const facts = { id: 'evt_1', type: 'bread.baked', tenantId: 'ten_1' };
    const event: Event = { ...facts, recordedAt: new Date(0), environment: 'sandbox' };
    await module
      .get(Consumers)
      .get('shop.fill-shelf')
      .handle([event], {} as EntityManager);
    expect(module.get(Shop).shelf).toEqual(['evt_1']);
  });

  it('rejects two consumers with the same name', async () => {
    await expect(start(Shop, Duplicate)).rejects.toThrow('Two consumers have the name "shop.fill-shelf"');
  });
});
