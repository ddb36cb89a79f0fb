import { Clock } from '#platform/clock';
import { GuardedClient } from '#platform/outgoing';
import { newSecret } from '#webhooks';
import { type Access, EventsApi } from './events-api.js';
import { Feed } from './feed.js';
import { Forward } from './forward.js';
import { Report } from './report.js';

export interface ListenOptions extends Access {
  events: string[];
  forwardTo?: string;
  secret?: string;
  json?: boolean;
}

/** Tells each event and forwards it before the next one, until somebody ends it. */
export async function listen(options: ListenOptions): Promise<void> {
  const stop = stopped();
  const api = await EventsApi.open(options);
  // Whoever runs this says where events go, so that may be anywhere.
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
  const report = new Report(options);
  const feed = new Feed(api, stop, report);
  const forward = url ? new Forward({ url, secret }, client, new Clock(), report) : undefined;
  await feed.begin();
  const made = url !== undefined && options.secret === undefined;
  report.ready({ api: options.api, tenant, forward_to: url ?? null, secret: made ? secret : null });
  for await (const event of feed.events()) {
    if (!events.includes(event.type)) continue;
    report.event(event);
    await forward?.execute(event, stop);
  }
}

/** Aborted by Ctrl-C and its like, or when nobody reads any more. */
function stopped(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  process.stdout.on('error', stop);
  return controller.signal;
}
