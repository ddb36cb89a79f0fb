import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, notification, NOTIFY } from '#platform/database';
import { newId } from '#platform/security/ids';
import type { Difference } from './model/differences.js';
import { ReconciliationFailed } from './model/errors.js';
import { find, findLatest } from './storage/reconciliations.js';

/** Topic of requests for a reconciliation. */
export const RECONCILE_TOPIC = 'registrar-reconcile';

const POLL_MS = 200;

/** Time within which a worker must begin a requested reconciliation. */
const BEGIN_MS = 15_000;

/**
 * After this time, a failed daily reconciliation is repeated, and any without a result counts as abandoned: its worker may have
 * been killed.
 */
export const ABANDONED_MS = 30 * 60_000;

/** Requests reconciliations, which a worker runs, and reads their results. */
@Injectable()
export class Reconciliations {
  constructor(private readonly database: Database) {}

  /**
   * Has a worker compare the registrations with the registrar and the money of tenants with their orders, and waits.
   * @throws ReconciliationFailed when no worker with a registrar answers, the comparison fails, or it takes 30 minutes
   */
  async run(): Promise<Difference[]> {
    const id = newId('rec');
    await this.database.transaction(tx => tx.query(NOTIFY, notification(RECONCILE_TOPIC, id)));
    for (let waited = 0; ; waited += POLL_MS) {
      const run = await find.first(this.database, { id });
      if (run?.differences) return run.differences;
      if (run?.error) throw new ReconciliationFailed(`The reconciliation failed: ${run.error}`);
      if (!run && waited >= BEGIN_MS)
        throw new ReconciliationFailed(
          'No worker with a registrar answers. Start the service with REGISTRAR=dnsimple, and try again.',
        );
      if (waited >= ABANDONED_MS)
        throw new ReconciliationFailed(
          'The worker did not complete the reconciliation within 30 minutes. Read its log, and try again.',
        );
      await sleep(POLL_MS);
    }
  }

  /** The differences of the latest complete reconciliation; null before the first one. */
  async latest(): Promise<Difference[] | null> {
    return (await findLatest.first(this.database, {}))?.differences ?? null;
  }
}
