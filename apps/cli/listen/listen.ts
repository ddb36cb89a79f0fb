import { setTimeout as sleep } from 'node:timers/promises';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { Clock } from '#platform/process/clock';
import { GuardedClient } from '#platform/outgoing';
import { newSecret, send } from '#webhooks';
import { notice, print } from '../output.js';
import { withStopSignal } from '../stop-signal.js';
import { type ApiAccess, EventFeed, type FollowedEvent } from './event-feed.js';

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
  }
}

/** Prints the start, events and forwarding results to standard output, and notices to standard error. */
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
  /** The secret that this or an earlier run generated. */
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

function formatForward({ status, explanation, answer, duration_ms, again_in_ms, reason }: ForwardResult): string {
  const retry = reason === null ? '' : again_in_ms === null ? '; giving up' : `; retrying in ${again_in_ms / 1_000} s`;
  const body = answer ? `\n    ${answer.trim().replaceAll(/\s*\n\s*/g, '\n    ')}` : '';
  return `  → ${status ?? explanation} after ${duration_ms} ms${retry}${body}`;
}

/** Delay before each retry. */
const RETRIES_MS = [500, 2_000, 5_000];

/** An attempt to forward an event, as it is printed. */
interface ForwardResult {
  event_id: string;
  attempt: number;
  status: number | null;
  /** Null on success. */
  reason: string | null;
  /** Why there is no response; null if there is one. */
  explanation: string | null;
  /** The beginning of the body of the response; null if there is none. */
  answer: string | null;
  duration_ms: number;
  /** Null after the last attempt. */
  again_in_ms: number | null;
}

/** Sends events to one address, signed like webhooks. */
class Forwarder {
  constructor(
    private readonly target: { url: string; secret: string },
    private readonly client: GuardedClient,
    private readonly clock: Clock,
    private readonly report: (result: ForwardResult) => void,
  ) {}

  /** Sends an event, with retries. Gives up after the last retry. */
  async forward({ id, ...message }: FollowedEvent, stop: AbortSignal): Promise<void> {
    const request = { id, url: this.target.url, body: JSON.stringify(message), secrets: [this.target.secret] };
    for (let attempt = 1; ; attempt++) {
      const started = performance.now();
      const { kind, status, reason, answer } = await send(request, this.client, this.clock, stop);
      stop.throwIfAborted();
      const delay = kind === 'delivered' ? undefined : RETRIES_MS[attempt - 1];
      this.report({
        event_id: id,
        attempt,
        status,
        reason,
        // Without a response, `answer` explains why.
        explanation: status === null ? answer : null,
        answer: status === null ? null : answer,
        duration_ms: Math.round(performance.now() - started),
        again_in_ms: delay ?? null,
      });
      if (delay === undefined) return;
      await sleep(delay, undefined, { signal: stop });
    }
  }
}

interface StoredSecret {
  secret: string;
  /** Null if the secret could not be stored. */
  file: string | null;
}

const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

/**
 * Returns the secret that signs the forwarded events of a tenant. It is the same for each run of a user of this machine, so
 * that the endpoint needs to be configured once. Only the user can read the file.
 */
async function storedSecret(tenant: string, { replace }: { replace: boolean }): Promise<StoredSecret> {
  const file = join(stateFolder(), 'listen', `${encodeURIComponent(tenant)}.secret`);
  try {
    if (replace) await rm(file, { force: true });
    return { secret: (await readSecret(file)) ?? (await createSecret(file)), file };
  } catch (error) {
    notice(`The secret is only valid for this run, because ${file} cannot be used: ${(error as Error).message}`);
    return { secret: newSecret(), file: null };
  }
}

/** The folder for files that programs keep between runs, by the XDG base directory specification. */
function stateFolder(): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: windows } = process.env;
  if (state && isAbsolute(state)) return join(state, 'nameyard');
  return process.platform === 'win32' && windows ? join(windows, 'nameyard') : join(homedir(), '.local/state/nameyard');
}

async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text === '') return undefined;
  if (!SECRET.test(text.trim())) throw new Error('it contains no secret; --new-secret replaces it');
  await chmod(file, 0o600);
  return text.trim();
}

/**
 * Uses the secret of the file if another run has created it at the same time.
 * @throws Error when the file is empty
 */
async function createSecret(file: string): Promise<string> {
  const secret = newSecret();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const stored = await readSecret(file);
    if (stored === undefined) throw new Error('it is empty; --new-secret replaces it', { cause: error });
    return stored;
  }
}
