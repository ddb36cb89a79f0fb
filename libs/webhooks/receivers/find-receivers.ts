import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import type { ReceiverView } from '../contract.js';
import type { Receiver } from '../model/receiver.js';
import { countQueued } from '../storage/cursors.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';
import { type SecretRow, secretsOf } from '../storage/secrets.js';

@Injectable()
export class FindReceivers {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The receivers of a tenant, oldest first. */
  async list(tenantId: string): Promise<ReceiverView[]> {
    return this.views(await this.receivers.listOf(tenantId));
  }

  /** @throws ReceiverNotFound */
  async get(tenantId: string, id: string): Promise<ReceiverView> {
    const [view] = await this.views([await this.receivers.get(tenantId, id)]);
    return view as ReceiverView;
  }

  private async views(receivers: Receiver[]): Promise<ReceiverView[]> {
    const ids = receivers.map(({ id }) => id);
    const secrets = await secretsOf(this.database, ids, this.clock.now());
    const queued = await countQueued(this.database, ids);
    return receivers.map(receiver => {
      const own = secrets.filter(({ receiverId }) => receiverId === receiver.id);
      return view(receiver, own, queued.get(receiver.id) ?? 0);
    });
  }
}

function view(receiver: Receiver, secrets: SecretRow[], queued: number): ReceiverView {
  return {
    id: receiver.id,
    url: receiver.url,
    description: receiver.description,
    events: receiver.events,
    state: receiver.state === 'on' ? 'on' : 'off',
    off_reason: receiver.offReason,
    failing_since: receiver.failingSince?.toISOString() ?? null,
    last_success_at: receiver.lastSuccessAt?.toISOString() ?? null,
    queued,
    secrets: secrets.map(({ hint, createdAt, expiresAt }) => ({
      hint,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
    })),
    created_at: receiver.createdAt.toISOString(),
  };
}
