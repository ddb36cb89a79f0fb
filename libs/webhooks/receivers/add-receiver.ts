import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Receiver, type ReceiverOptions } from '../model/receiver.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';
import { MAX_RECEIVERS } from '../model/errors.js';
import { checkUrl } from './check-url.js';
import { SigningSecrets } from '../signing-secrets.js';

/**
 * Adds a webhook receiver and returns its signing secret, which cannot be read again.
 * @throws InvalidUrl · InvalidDescription · UnknownEvent · TooManyReceivers
 */
@Injectable()
export class AddReceiver {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly signingSecrets: SigningSecrets,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(
    tenantId: string,
    { url, ...options }: ReceiverOptions & { url: string },
    actor: Actor | undefined,
    max = MAX_RECEIVERS,
  ): Promise<{ receiver: Receiver; secret: string }> {
    const at = this.clock.now();
    const receiver = Receiver.add({ ...options, tenantId, url: checkUrl(url, this.settings), at });
    const { value, row } = await this.signingSecrets.generate(receiver.id);
    await this.receivers.add(receiver, row, { max, by: actor });
    return { receiver, secret: value };
  }
}
