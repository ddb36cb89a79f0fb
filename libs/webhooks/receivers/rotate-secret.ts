import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import { InvalidOverlap, MAX_OVERLAP_HOURS } from '../model/errors.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';
import { expireSecrets, insertSecret } from '../storage/secrets.js';
import { NewSecret } from './new-secret.js';

const HOUR_MS = 3_600_000;
export const USUAL_OVERLAP_HOURS = 24;

/**
 * Gives a receiver a new secret. During the overlap messages carry a signature of the old one as well, so that the
 * receiver can change over without losing any.
 * @throws ReceiverNotFound · InvalidOverlap
 */
@Injectable()
export class RotateSecret {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly newSecret: NewSecret,
    private readonly clock: Clock,
  ) {}

  async execute(
    tenantId: string,
    id: string,
    overlapHours: number | undefined,
    by: Actor,
  ): Promise<{ secret: string; oldUntil: Date }> {
    const hours = overlapHours ?? USUAL_OVERLAP_HOURS;
    if (!(hours >= 0 && hours <= MAX_OVERLAP_HOURS)) throw new InvalidOverlap();
    const now = this.clock.now();
    const oldUntil = new Date(now.getTime() + hours * HOUR_MS);
    const { value, row } = await this.newSecret.for(id, now);
    const change = { action: 'receiver.rotate-secret', at: now };
    await this.receivers.change(tenantId, id, by, change, async (_receiver, tx) => {
      await expireSecrets(tx, id, oldUntil);
      await insertSecret(tx, row);
    });
    return { secret: value, oldUntil };
  }
}
