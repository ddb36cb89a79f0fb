import { z } from 'zod';
import type { Nameyard, Schemas } from '#client';
import { choice } from '../choice.js';
import { defineTool } from '../tool.js';

const DEFAULT_TTL = 'PT1H';

export const createWorld = defineTool({
  name: 'create_world',
  title: 'Create world',
  description:
    'Creates a world: a temporary tenant with its own orders, registrations, clock and faults. Pass the returned `world` to the other tools to work in it. It ends by itself. Use one for each experiment, so that nothing of the configured tenant changes.',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  input: {
    name: z.string().optional().describe('Display name.'),
    ttl: z.string().default(DEFAULT_TTL).describe('Lifetime as an ISO 8601 duration, PT1M to PT24H.'),
    from: choice<NonNullable<Schemas['NewWorldRequest']['from']>>({ empty: true, copy: true })
      .default('empty')
      .describe('Start empty, or with a copy of the tenant.'),
    now: z
      .string()
      .optional()
      .describe('Freeze the clock of the world at this time (RFC 3339), for example 2035-01-01T00:00:00Z.'),
    webhook_url: z
      .string()
      .optional()
      .describe('Add a webhook receiver with this address. The result contains its signing secret.'),
  },
  async run({ name, ttl, from, now, webhook_url }, { session, signal }) {
    const { client: parent } = await session.access();
    const clock = now === undefined ? undefined : ({ mode: 'frozen', now } as const);
    const created = await parent.control.worlds.create(
      { ttl, from, ...(name !== undefined && { name }), ...(clock && { clock }) },
      { signal },
    );
    const { tenant: world, expires_at, limit } = created;
    const access = await session.accessToWorld(created);
    const { client } = access;
    const receiver = webhook_url === undefined ? {} : await addReceiver(webhook_url, { client, parent, world, signal });
    session.addWorld(access);
    return {
      summary: `Created the world ${world}. It ends at ${expires_at}.`,
      data: { world, name: created.name, expires_at, requests_per_minute: limit, ...receiver },
    };
  },
});

/** Adds a receiver. If that fails, ends the world, because the model would try again with a new world. */
async function addReceiver(
  url: string,
  { client, parent, world, signal }: { client: Nameyard; parent: Nameyard; world: string; signal: AbortSignal },
) {
  try {
    const { id, secret } = await client.control.receivers.add({ url }, { signal });
    return { receiver: id, webhook_url: url, webhook_secret: secret };
  } catch (error) {
    // Without the signal, because the world must also end after a cancellation. If this fails, the world expires.
    await parent.control.worlds.end(world).catch(() => undefined);
    throw error;
  }
}
