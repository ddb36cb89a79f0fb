import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import type { PoolClient } from 'pg';
import { Consumers } from './consumers.js';
import type { Event } from './event-kind.js';
import { OnEvent } from './on-event.js';

const Baked = { type: 'bread.baked' };

@Injectable()
class Shop {
  readonly shelf: string[] = [];

  @OnEvent([Baked], { consumer: 'shop.fill-shelf' })
  async fill(events: Event<{ bread: string }>[], _tx: PoolClient): Promise<void> {
    this.shelf.push(...events.map(({ payload }) => payload.bread));
  }

  async close(): Promise<void> {}
}

@Injectable()
class Journal {
  @OnEvent([Baked], { consumer: 'journal.write' })
  async write(_events: Event<{ bread: string }>[], _tx: PoolClient): Promise<void> {}
}

@Injectable()
class Duplicate {
  @OnEvent([Baked], { consumer: 'shop.fill-shelf' })
  async fill(_events: Event<{ bread: string }>[], _tx: PoolClient): Promise<void> {}
}

const start = async (...providers: (new () => object)[]) => {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [Consumers, ...providers],
  }).compile();
  return module.init();
};

describe('Consumers', () => {
  it('finds the methods with @OnEvent of all providers by event type', async () => {
    const module = await start(Shop, Journal);
    const consumers = module.get(Consumers);
    expect(
      consumers
        .of('bread.baked')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['journal.write', 'shop.fill-shelf']);
    expect(consumers.of('bread.burnt')).toEqual([]);
  });

  it('calls the method on its provider', async () => {
    const module = await start(Shop);
    const event = { id: 'evt_1', type: 'bread.baked', tenantId: 'ten_1', key: 'k', occurredAt: new Date(0) };
    for (const { handle } of module.get(Consumers).of('bread.baked'))
      await handle([{ ...event, payload: { bread: 'rye' } }], {} as PoolClient);
    expect(module.get(Shop).shelf).toEqual(['rye']);
  });

  it('rejects two consumers with the same name', async () => {
    await expect(start(Shop, Duplicate)).rejects.toThrow('Two consumers have the name "shop.fill-shelf"');
  });
});
