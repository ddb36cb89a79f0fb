import type { Server } from './server.js';

/** A server that ends so often is not helped by one more start. */
const MOST_DEATHS = 5;
const WITHIN_MS = 60_000;

/**
 * Starts the server again whenever it ends without having been asked to, so that its clients find it back. `exited`
 * resolves when it ended too often, or would not start again; `stop` ends it for good.
 */
export function keepAlive(first: Server, revive: () => Promise<Server>, onLog: (line: string) => void) {
  let server = first;
  let stopping = false;
  const deaths: number[] = [];

  async function watch(): Promise<number | null> {
    for (;;) {
      const code = await server.ended;
      if (stopping) return never();
      deaths.push(performance.now());
      if (deaths.filter(at => at > performance.now() - WITHIN_MS).length > MOST_DEATHS) return code;
      onLog(`The embedded PostgreSQL ended by itself (code ${code}); starting it again.`);
      try {
        server = await revive();
      } catch (error) {
        onLog((error as Error).message);
        return code;
      }
      if (stopping) await server.stop();
    }
  }

  return {
    exited: watch(),
    async stop(): Promise<void> {
      stopping = true;
      await server.stop();
    },
  };
}

/** Nobody is told of an end that was asked for. */
const never = () => new Promise<never>(() => {});
