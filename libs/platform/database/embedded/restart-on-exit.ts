import type { Server } from './server.js';

/** A server that exits more often than this within the window is not restarted again. */
const MAX_EXITS = 5;
const EXIT_WINDOW_MS = 60_000;

/**
 * Restarts the server whenever it exits unexpectedly. `exited` resolves when it exits too often or cannot be restarted;
 * it never resolves after `stop`.
 */
export function restartOnExit(first: Server, restart: () => Promise<Server>, onLog: (line: string) => void) {
  let server = first;
  let stopping = false;
  const exits: number[] = [];

  async function watch(): Promise<number | null> {
    for (;;) {
      const code = await server.exited;
      if (stopping) return new Promise<never>(() => {});
      exits.push(performance.now());
      if (exits.filter(at => at > performance.now() - EXIT_WINDOW_MS).length > MAX_EXITS) return code;
      onLog(`The embedded PostgreSQL exited unexpectedly (code ${code}); restarting it.`);
      try {
        server = await restart();
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
