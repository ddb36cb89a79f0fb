import { callbackify } from 'node:util';
import pg from 'pg';
import { serversOf } from '../process/config/servers.js';
import { isTooManyConnections } from './errors.js';

/**
 * A client that ignores `error` events. The pool handles them only for idle clients, and an unhandled one would end the
 * process. The running statement rejects as well, so no error gets lost. If the URL names several servers, the client
 * connects to the one that accepts writes.
 */
export class SafeClient extends pg.Client {
  private readonly servers: pg.ClientConfig[];

  constructor(options: string | pg.ClientConfig = {}) {
    const config = typeof options === 'string' ? { connectionString: options } : options;
    const servers = serversOf(config.connectionString ?? '').map(url =>
      Object.assign({}, config, { connectionString: url }),
    );
    super(servers.length > 1 ? servers[0] : config);
    this.servers = servers;
    this.on('error', () => {});
  }

  // The overloads of `connect` differ in their results only.
  override connect = ((callback?: (error?: Error) => void) => {
    if (this.servers.length === 1) return callback ? super.connect(callback) : super.connect();
    if (!callback) return this.connectToPrimary();
    callbackify(() => this.connectToPrimary())(error => callback(error ?? undefined));
  }) as pg.Client['connect'];

  private async connectToPrimary(): Promise<void> {
    const { host, port } = await findPrimary(this.servers);
    if (this.isAbandoned) throw new Error('timeout expired');
    Object.assign(this, { host, port });
    await super.connect();
  }

  /** Whether the pool gave up during the search for the primary. */
  private get isAbandoned(): boolean {
    return (this as unknown as { connection: { stream: { destroyed: boolean } } }).connection.stream.destroyed;
  }
}

/** Running searches for a primary, by URL. Connections of a pool open together, so they share a search for up to SHARED_MS. */
const searches = new Map<string, Promise<pg.Client>>();

/**
 * Short, because a search that began while the network was interrupted times out: TCP retransmits a lost packet only
 * after a second. A new search succeeds as soon as the network is back.
 */
const SHARED_MS = 100;

/** Queries all servers at the same time, so that an unresponsive server causes no delay. */
function findPrimary(servers: pg.ClientConfig[]): Promise<pg.Client> {
  const key = servers.map(({ connectionString }) => connectionString).join();
  const shared = searches.get(key);
  if (shared) return shared;
  const search = Promise.any(servers.map(requirePrimary)).catch((failed: unknown) => {
    const { errors } = failed as AggregateError;
    throw errors.find(isTooManyConnections) ?? errors.find(isNotStandby) ?? errors[0];
  });
  searches.set(key, search);
  const forget = () => void (searches.get(key) === search && searches.delete(key));
  setTimeout(forget, SHARED_MS).unref();
  return search.finally(forget);
}

const isNotStandby = (error: unknown): boolean => !(error instanceof StandbyError);

/** Has the SQLSTATE read_only_sql_transaction, like the error of a write on such a server. */
class StandbyError extends Error {
  readonly code = '25006';
}

/** @throws if the server is not available or accepts no writes */
async function requirePrimary(server: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...server, application_name: 'nameyard search' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SHOW transaction_read_only');
    if (rows[0].transaction_read_only === 'on')
      throw new StandbyError(`${client.host}:${client.port} does not accept writes`);
    return client;
  } finally {
    void client.end().catch(() => {});
  }
}
