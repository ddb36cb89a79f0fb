import { Clock } from '#platform/process/clock';
import { GuardedClient } from '#platform/outgoing';
import type { FollowedEvent } from '#webhooks/contract';
import { print } from '../output.js';
import { withStopSignal } from '../stop-signal.js';
import { type ApiAccess, EventFeed } from './event-feed.js';
import { Forwarder, type ForwardResult } from './forwarder.js';
import { storedSecret } from './stored-secret.js';

export interface ListenOptions extends ApiAccess {
  events: string[];
  forwardTo?: string;
  secret?: string;
  /** Whether the stored secret is replaced. */
  newSecret?: boolean;
  json?: boolean;
}

/** Prints each event and forwards it before the next one, until the process receives a stop signal. */
export const listen = (options: ListenOptions): Promise<void> => withStopSignal(stop => listenUntil(stop, options));

async function listenUntil(stop: AbortSignal, options: ListenOptions): Promise<void> {
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

/** Prints events and forwarding results to standard output; the feed prints everything else to standard error. */
async function follow(options: ListenOptions, feed: EventFeed, client: GuardedClient, stop: AbortSignal) {
  const { api, tenant, forwardTo: url, events } = options;
  const report = (result: ForwardResult) => print({ kind: 'forward', ...result }, options, formatForward);
  await feed.start();
  const stored =
    url !== undefined && options.secret === undefined
      ? await storedSecret(tenant, { replace: options.newSecret === true })
      : undefined;
  const secret = options.secret ?? stored?.secret;
  const forwarder = url && secret ? new Forwarder({ url, secret }, client, new Clock(), report) : undefined;
  const startup = {
    api,
    tenant,
    forward_to: url ?? null,
    secret: stored?.secret ?? null,
    secret_file: stored?.file ?? null,
  };
  print({ kind: 'ready', ...startup }, options, formatStartup);
  for await (const event of feed.events()) {
    if (!events.includes(event.type)) continue;
    print({ kind: 'event', ...event }, options, formatEvent);
    await forwarder?.forward(event, stop);
  }
}

interface Startup extends Pick<ApiAccess, 'api' | 'tenant'> {
  forward_to: string | null;
  /** The generated secret, of this run or an earlier one. */
  secret: string | null;
  /** Path of the file with the secret. */
  secret_file: string | null;
}

function formatStartup({ api, tenant, forward_to, secret, secret_file: file }: Startup): string {
  const forwarding = forward_to ? `, forwarding to ${forward_to}` : '';
  const signing = secret ? `\nSecret that signs forwarded events: ${secret}` : '';
  const storing = file ? `\nThe next run uses the same secret, from ${file}` : '';
  return `Following ${tenant} at ${api}${forwarding}. Press Ctrl-C to stop.${signing}${storing}`;
}

const formatEvent = ({ timestamp, type, data, id }: FollowedEvent) =>
  [timestamp, type, ...('domain' in data ? [data.domain] : []), id].join('  ');

function formatForward({ status, explanation, duration_ms, again_in_ms, reason }: ForwardResult): string {
  const retry = reason === null ? '' : again_in_ms === null ? '; giving up' : `; retrying in ${again_in_ms / 1_000} s`;
  return `  → ${status ?? explanation} after ${duration_ms} ms${retry}`;
}
