import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LISTENER } from '../../database/confirmations.js';
import { LISTEN, notification, NOTIFY } from '../../database/notify.js';
import { newId } from '../../security/ids/index.js';
import { decodeReport, DESCRIBE, type ProcessReport } from './process-report.js';

export interface RunningProcesses {
  /** Reports of the processes that answered. */
  reports: ProcessReport[];
  /** Processes that are connected for notifications but did not answer. */
  silent: SilentProcess[];
  /** Time until the notification of the request returned; undefined if it did not. */
  roundTripMs: number | undefined;
}

/** What PostgreSQL knows about a process that did not answer. */
export interface SilentProcess {
  /** IP address; null for a Unix socket. */
  address: string | null;
  backend: number;
  /** Whether it has sent a heartbeat since the request. Processes of earlier releases do so, but cannot answer. */
  isAlive: boolean;
}

const POLL_MS = 50;

/** Longer than the heartbeat interval, shorter than the time limit of a check of `nameyard doctor`. */
const WAIT_MS = 2_500;

/** Asks all processes of the installation for a report. Waits until all connected ones have answered, at most 2.5 seconds. */
export async function askProcesses(client: pg.Client): Promise<RunningProcesses> {
  const request = newId('ask');
  const requestNotification = notification(DESCRIBE, request);
  const reports = new Map<number, ProcessReport>();
  const started = performance.now();
  let roundTripMs: number | undefined;
  client.on('notification', ({ payload = '', processId }) => {
    if (payload === requestNotification[0]) roundTripMs = Math.round(performance.now() - started);
    const report = decodeReport(request, payload);
    if (report) reports.set(processId, report);
  });
  await client.query(LISTEN);
  const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  const { now: requestedAt } = rows[0] as { now: string };
  await client.query(NOTIFY, requestNotification);
  const silent = async () => (await findListeners(client, requestedAt)).filter(({ backend }) => !reports.has(backend));
  let remaining = await silent();
  // Every process sends a heartbeat every 2 seconds, so `isAlive` is known at the end of the wait.
  while ((roundTripMs === undefined || remaining.length > 0) && performance.now() - started < WAIT_MS) {
    await sleep(POLL_MS);
    remaining = await silent();
  }
  return { reports: [...reports.values()], silent: remaining, roundTripMs };
}

const findListeners = async (client: pg.Client, requestedAt: string): Promise<SilentProcess[]> => {
  const { rows } = await client.query<SilentProcess>(
    `SELECT pid AS backend, host(client_addr) AS address,
       coalesce(state_change > $2::timestamptz, false) AS "isAlive"
     FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database() ORDER BY pid`,
    [LISTENER, requestedAt],
  );
  return rows;
};
