import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { concurrently } from '../support/outcome.js';
import type { ServiceClient } from './client.js';

const CALLERS = 8;

export interface Load {
  /** Domains whose order request succeeded. */
  accepted: string[];
  /** Distinct codes and messages of the refused requests. */
  refused: Set<string>;
  /** Requests without a response. */
  broken: string[];
}

/** Expects a response to every request. 503 is accepted if the API reports a busy database. */
export function expectServed({ broken, refused }: Load): void {
  const databaseBusy = /^SERVICE_UNAVAILABLE: .* database /;
  expect([...broken, ...[...refused].filter(error => !databaseBusy.test(error))]).toEqual([]);
}

/** Sends orders from several concurrent clients while `act` runs. */
export async function underLoad(client: ServiceClient, prefix: string, act: () => Promise<unknown>): Promise<Load> {
  const load: Load = { accepted: [], refused: new Set(), broken: [] };
  let hasEnded = false;
  const callers = concurrently(CALLERS, async caller => {
    for (let call = 0; !hasEnded; call++) {
      const name = `${prefix}-${caller}-${call}.com`;
      try {
        const { code, body } = await client.order(name);
        if (code === 'ok') load.accepted.push(name);
        else {
          load.refused.add(`${code}: ${body.error?.message}`);
          await sleep(50);
        }
      } catch (error) {
        load.broken.push(`${name}: ${(error as NodeJS.ErrnoException).code}`);
        await sleep(50);
      }
    }
  });
  try {
    await eventually(() => expect(load.accepted.length).toBeGreaterThan(CALLERS), 30_000);
    await act();
  } finally {
    hasEnded = true;
    await callers;
  }
  return load;
}
