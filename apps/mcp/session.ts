import { type Data, Nameyard } from '#client';
import type { Connection } from './connection.js';
import { ToolFailure } from './tool-failure.js';

/** A tenant that the tools can use. */
export interface Access {
  client: Nameyard;
  connection: Connection;
}

/** The tenants of a session: the configured one, and the worlds that were created. It keeps their keys. */
export class Session {
  private readonly worlds = new Map<string, Access>();

  /** @param connect throws ToolFailure if the configuration is wrong; the tools can be listed nevertheless */
  constructor(private readonly connect: () => Promise<Connection>) {}

  /**
   * @param world slug of a world; the configured tenant without it
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

  /** A world of the configured tenant. `addWorld` makes it available to the tools. */
  async accessToWorld({ tenant, key }: Pick<Data<'createWorld'>, 'tenant' | 'key'>): Promise<Access> {
    return accessTo({ ...(await this.connect()), tenant, apiKey: key });
  }

  addWorld(access: Access): void {
    this.worlds.set(access.connection.tenant, access);
  }
}

const accessTo = (connection: Connection): Access => ({ client: new Nameyard(connection), connection });
