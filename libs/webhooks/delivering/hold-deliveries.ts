import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { UsageError } from '#platform/http/errors';
import { holdReceivers } from '../storage/leases.js';

const POLL_MS = 100;

/** Longer than an attempt and the lease of a worker that was killed. */
const MAX_WAIT_MS = 120_000;

/** Stops the deliveries of suspended tenants, so that another installation can continue them. */
@Injectable()
export class HoldDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits until no attempt is running. Deliveries continue when the tenants are resumed.
   * @throws UsageError when attempts do not end in time
   * @throws AbortError when `signal` is aborted
   */
  async execute(tenants: string[], signal: AbortSignal): Promise<void> {
    for (const end = performance.now() + MAX_WAIT_MS; ; await sleep(POLL_MS, undefined, { signal })) {
      const state = await holdReceivers.first(this.database, { tenants, now: this.clock.now() });
      if (!state!.isBusy) return;
      if (performance.now() > end)
        throw new UsageError('Deliveries of the tenant are still running. Check the workers, and repeat the command.');
    }
  }
}
