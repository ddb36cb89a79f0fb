import { Clock } from '#platform/clock';
import { GuardedClient } from '#platform/outgoing';
import { newSecret } from '#webhooks';
import { EventFeed } from './event-feed.js';
import { type ApiAccess, EventsApi } from './events-api.js';
import { Forwarder } from './forwarder.js';
import { Reporter } from './reporter.js';

export interface ListenOptions extends ApiAccess {
  events: string[];
  forwardTo?: string;
  secret?: string;
  json?: boolean;
}

/** Prints each event and forwards it before the next one, until the process receives a stop signal. */
export async function listen(options: ListenOptions): Promise<void> {
  const stop = stopSignal();
  const api = new EventsApi(options);
  // The user chooses the address, so private addresses are allowed.
  const client = new GuardedClient({ webhookAllowPrivateTargets: true });
  try {
    await follow(options, api, client, stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    client.onModuleDestroy();
    await api.close();
  }
}

async function follow(options: ListenOptions, api: EventsApi, client: GuardedClient, stop: AbortSignal): Promise<void> {
  const { tenant, forwardTo: url, secret = newSecret(), events } = options;
  const reporter = new Reporter(options);
  const feed = new EventFeed(api, stop, reporter);
  const forwarder = url ? new Forwarder({ url, secret }, client, new Clock(), reporter) : undefined;
  await feed.start();
  const isGenerated = url !== undefined && options.secret === undefined;
  reporter.ready({ api: options.api, tenant, forward_to: url ?? null, secret: isGenerated ? secret : null });
  for await (const event of feed.events()) {
    if (!events.includes(event.type)) continue;
    reporter.event(event);
    await forwarder?.forward(event, stop);
  }
}

/** Aborted by Ctrl-C and other termination signals, or when standard output is closed. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  process.stdout.on('error', stop);
  return controller.signal;
}
