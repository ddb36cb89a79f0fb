import { Clock } from '#platform/clock';
import { GuardedClient } from '#platform/outgoing';
import { newSecret } from '#webhooks';
import type { FollowedEvent } from '#webhooks/contract';
import { print } from '../output.js';
import { type ApiAccess, EventFeed } from './event-feed.js';
import { Forwarder, type ForwardResult } from './forwarder.js';

export interface ListenOptions extends ApiAccess {
  events: string[];
  forwardTo?: string;
  secret?: string;
  json?: boolean;
}

/** Prints each event and forwards it before the next one, until the process receives a stop signal. */
export async function listen(options: ListenOptions): Promise<void> {
  const stop = stopSignal();
  const feed = new EventFeed(options, stop);
  // The user chooses the address, so private addresses are allowed.
  const client = new GuardedClient({ webhookAllowPrivateTargets: true });
  try {
    await follow(options, feed, client, stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    client.onModuleDestroy();
    await feed.close();
  }
}

/** Prints events and forwards to standard output; the feed prints everything else to standard error. */
async function follow(options: ListenOptions, feed: EventFeed, client: GuardedClient, stop: AbortSignal) {
  const { api, tenant, forwardTo: url, secret = newSecret(), events } = options;
  const report = (result: ForwardResult) => print({ kind: 'forward', ...result }, options, formatForward);
  const forwarder = url ? new Forwarder({ url, secret }, client, new Clock(), report) : undefined;
  await feed.start();
  const isGenerated = url !== undefined && options.secret === undefined;
  const startup = { api, tenant, forward_to: url ?? null, secret: isGenerated ? secret : null };
  print({ kind: 'ready', ...startup }, options, formatStartup);
  for await (const event of feed.events()) {
    if (!events.includes(event.type)) continue;
    print({ kind: 'event', ...event }, options, formatEvent);
    await forwarder?.forward(event, stop);
  }
}

interface Startup extends Pick<ApiAccess, 'api' | 'tenant'> {
  forward_to: string | null;
  /** The secret, if it was generated. */
  secret: string | null;
}

function formatStartup({ api, tenant, forward_to, secret }: Startup): string {
  const forwarding = forward_to ? `, forwarding to ${forward_to}` : '';
  const signing = secret ? `\nSecret that signs forwarded events: ${secret}` : '';
  return `Following ${tenant} at ${api}${forwarding}. Press Ctrl-C to stop.${signing}`;
}

const formatEvent = ({ timestamp, type, data, id }: FollowedEvent) =>
  [timestamp, type, ...('domain' in data ? [data.domain] : []), id].join('  ');

function formatForward({ status, explanation, duration_ms, again_in_ms, reason }: ForwardResult): string {
  const retry = reason === null ? '' : again_in_ms === null ? '; giving up' : `; retrying in ${again_in_ms / 1_000} s`;
  return `  → ${status ?? explanation} after ${duration_ms} ms${retry}`;
}

/** Aborted by Ctrl-C and other termination signals, or when standard output is closed. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  process.stdout.on('error', stop);
  return controller.signal;
}
