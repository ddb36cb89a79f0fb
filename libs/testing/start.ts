import { NameyardServer } from './nameyard-server.js';
import { spawnServer } from './spawn-server.js';

export interface StartOptions {
  /** Port of the server (default: a free one). */
  port?: number | undefined;
  /** Settings of the server, as environment variables, for example `{ WEBHOOK_RETRY_SCHEDULE: '0s,1s' }`. */
  env?: Record<string, string> | undefined;
  /** Maximum duration of the start in milliseconds (default 60,000). */
  timeout?: number | undefined;
  /** Receives each line of the server's output (default: none is shown). */
  log?: ((line: string) => void) | undefined;
}

/**
 * Starts Nameyard with an embedded PostgreSQL and temporary data as a child process. The server ends when this process
 * ends, even when this process is killed.
 * @throws StartError
 */
export async function startNameyard(options: StartOptions = {}): Promise<NameyardServer> {
  const { access, stop } = await spawnServer(options);
  return new NameyardServer(access, stop);
}
