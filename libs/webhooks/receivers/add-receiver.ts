import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { Receiver, type ReceiverTerms } from '../model/receiver.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';
import { checkUrl } from './check-url.js';
import { NewSecret } from './new-secret.js';

/**
 * Registers an address of a tenant's for its events. The secret that signs them is given back once.
 * @throws InvalidUrl · InvalidDescription · UnknownEvent · TooManyReceivers
 */
@Injectable()
export class AddReceiver {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly newSecret: NewSecret,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(
    tenantId: string,
    { url, ...terms }: ReceiverTerms & { url: string },
    by: Actor,
  ): Promise<{ receiver: Receiver; secret: string }> {
    const at = this.clock.now();
    const receiver = Receiver.add({ ...terms, tenantId, url: checkUrl(url, this.settings), at });
    const { value, row } = await this.newSecret.for(receiver.id, at);
    await this.receivers.add(receiver, row, by);
    return { receiver, secret: value };
  }
}
