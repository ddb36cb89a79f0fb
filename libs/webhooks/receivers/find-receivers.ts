import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import type { ReceiverView } from '../contract.js';
import { ReceiverNotFound } from '../model/errors.js';
import { findReceivers } from '../storage/receivers.js';

@Injectable()
export class FindReceivers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The receivers of a tenant, oldest first. */
  list(tenant: string): Promise<ReceiverView[]> {
    return findReceivers.run(this.database, { tenant, id: null, now: this.clock.now() });
  }

  /** @throws ReceiverNotFound */
  async get(tenant: string, id: string): Promise<ReceiverView> {
    const found = await findReceivers.first(this.database, { tenant, id, now: this.clock.now() });
    if (!found) throw new ReceiverNotFound(id);
    return found;
  }
}
