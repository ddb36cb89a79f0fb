import { join } from 'node:path';
import { logProgress } from '../report/progress.js';
import type { Stage } from '../stage/stage.js';
import { type Floor, startFloor } from './floor.js';
import { type Mock, startMock } from './mocks.js';
import { type Product, type ProductOptions, startProduct } from './product.js';
import { Receiver } from './receiver.js';
import { startRedis } from './redis.js';
import type { Server } from './registry.js';

/** Parts of the product that the bench can leave out from outside. */
type Part = 'usage' | 'test-control';

/** With a webhook receiver. */
export interface Subscribed extends Product {
  receiver: Receiver;
}

/** All contenders, each started on first use and then kept. */
export class Contenders {
  private readonly known = new Map<string, Promise<unknown>>();

  constructor(readonly stage: Stage) {}

  readonly product = (): Promise<Subscribed> => this.once('nameyard', () => this.startSubscribed('nameyard'));

  readonly productOnRedis = (): Promise<Subscribed> =>
    this.once('nameyard on Redis', async () =>
      this.startSubscribed('nameyard on Redis', { env: { REDIS_URL: await this.redis() } }),
    );

  readonly productWithout = (part: Part): Promise<Subscribed> => {
    const name = `nameyard without ${part}`;
    const nodeArgs = ['--import', join(import.meta.dirname, 'without', `${part}.mjs`)];
    return this.once(name, () => this.startSubscribed(name, { nodeArgs }));
  };

  readonly redis = (): Promise<string> => this.once('redis', () => startRedis(this.stage));

  readonly floor = (): Promise<Floor> => this.once('floor', () => startFloor(this.stage));

  readonly mock = (mock: Mock): Promise<Server> =>
    this.once(mock, async () => startMock(this.stage, mock, await this.product()));

  private async startSubscribed(name: string, options: ProductOptions = {}): Promise<Subscribed> {
    const [product, receiver] = await Promise.all([
      startProduct(this.stage, { name, ...options }),
      Receiver.start(this.stage),
    ]);
    await receiver.subscribe(this.stage, product.callers[0]!.tenant.slug, product.env);
    return { ...product, receiver };
  }

  private once<T>(name: string, start: () => Promise<T>): Promise<T> {
    const known = this.known.get(name) ?? this.begin(name, start);
    this.known.set(name, known);
    return known as Promise<T>;
  }

  private async begin<T>(name: string, start: () => Promise<T>): Promise<T> {
    const started = await start();
    logProgress(`${name} started`);
    return started;
  }
}
