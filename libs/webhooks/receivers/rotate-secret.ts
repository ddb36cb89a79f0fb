import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { InvalidOverlap, MAX_OVERLAP_HOURS } from '../model/errors.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';
import { expireSecrets, insertSecret } from '../storage/secrets.js';
import { SigningSecrets } from '../signing-secrets.js';

const HOUR_MS = 3_600_000;
export const DEFAULT_OVERLAP_HOURS = 24;

/**
 * Replaces the secret of a receiver. During the overlap, messages are signed with both secrets, so that the receiver can
 * switch without rejecting any.
 * @throws ReceiverNotFound · InvalidOverlap
 */
@Injectable()
export class RotateSecret {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly signingSecrets: SigningSecrets,
    private readonly clock: Clock,
  ) {}

  async execute(
    tenantId: string,
    id: string,
    overlapHours: number | undefined,
    actor: Actor,
  ): Promise<{ secret: string; oldUntil: Date }> {
    const hours = overlapHours ?? DEFAULT_OVERLAP_HOURS;
    if (!(hours >= 0 && hours <= MAX_OVERLAP_HOURS)) throw new InvalidOverlap();
    const now = this.clock.now();
    const oldUntil = new Date(now.getTime() + hours * HOUR_MS);
    const { value, row } = await this.signingSecrets.generate(id);
    const change = { action: 'receiver.rotate-secret', at: now };
    await this.receivers.change(tenantId, id, actor, change, async (_receiver, tx) => {
      await expireSecrets(tx, id, oldUntil);
      await insertSecret(tx, row);
    });
    return { secret: value, oldUntil };
  }
}
