import { Nameyard } from '../client/index.js';
import { createWorld, type World, type WorldOptions } from './world.js';

export interface Access {
  /** Address of the API, which ends in `/api/v1`. */
  baseUrl: string;
  /** Slug of the tenant. */
  tenant: string;
  /** API key of the tenant. */
  apiKey: string;
}

/** A running server, and the tenant to which its worlds belong. */
export class NameyardServer implements Access {
  readonly baseUrl: string;
  readonly tenant: string;
  readonly apiKey: string;
  /** Client of the tenant. */
  readonly client: Nameyard;
  readonly #worlds = new Set<World>();
  readonly #stopServer: (() => Promise<void>) | undefined;
  #stopped: Promise<void> | undefined;

  /** @param stopServer stops the server; undefined if this process did not start it */
  constructor(access: Access, stopServer?: () => Promise<void>) {
    this.baseUrl = access.baseUrl;
    this.tenant = access.tenant;
    this.apiKey = access.apiKey;
    this.client = new Nameyard(access);
    this.#stopServer = stopServer;
  }

  /** Creates a temporary world: a new tenant with an API key, for example for one test. */
  async world(options: WorldOptions = {}): Promise<World> {
    const world = await createWorld(this, options, () => this.#worlds.delete(world));
    this.#worlds.add(world);
    return world;
  }

  /** Ends all worlds that this object created, and stops the server if `startNameyard` started it. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(): Promise<void> {
    const worlds = [...this.#worlds];
    await Promise.all(worlds.map(world => (this.#stopServer ? world.keep() : world.end())));
    await this.#stopServer?.();
  }
}
