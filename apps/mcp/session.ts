import { type Data, Nameyard } from '#client';
import type { Connection } from './connection.js';
import { ToolFailure } from './tool-failure.js';

/** A tenant that the tools can use. */
export interface Access {
  client: Nameyard;
  connection: Connection;
}

/** Clients for the configured tenant, and for the worlds that this session created, whose keys it keeps. */
export class Session {
  private readonly worlds = new Map<string, Access>();

  /** @param connect called at each use of the configured tenant; throws ToolFailure if the configuration is wrong */
  constructor(private readonly connect: () => Promise<Connection>) {}

  /**
   * @param world slug of a world; undefined for the configured tenant
   * @throws ToolFailure if this session did not create the world
   */
  async access(world?: string): Promise<Access> {
    if (world === undefined) return accessTo(await this.connect());
    const access = this.worlds.get(world);
    if (access) return access;
    const known = [...this.worlds.keys()].join(', ') || 'none';
    throw new ToolFailure(
      'UNKNOWN_WORLD',
      `This session did not create the world "${world}". Its worlds: ${known}.`,
      'Call create_world, and pass the `world` of its result.',
    );
  }

  /** Returns a client for a world of the configured tenant. `addWorld` makes the world available to the tools. */
  async accessToWorld({ tenant, key }: Pick<Data<'createWorld'>, 'tenant' | 'key'>): Promise<Access> {
    return accessTo({ ...(await this.connect()), tenant, apiKey: key });
  }

  addWorld(access: Access): void {
    this.worlds.set(access.connection.tenant, access);
  }
}

const accessTo = (connection: Connection): Access => ({ client: new Nameyard(connection), connection });
