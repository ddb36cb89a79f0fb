import { Inject, Injectable } from '@nestjs/common';
import { Clock, type Settings, SETTINGS } from '#platform';
import type { Receiver, ReceiverTerms } from '../model/receiver.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';
import { deleteSecrets } from '../storage/secrets.js';
import { checkUrl } from './check-url.js';

/**
 * Changes a receiver, switches it on or off, or removes it. What is on its way to one that is off is kept, to be sent
 * when somebody asks for it.
 * @throws ReceiverNotFound · InvalidUrl · InvalidDescription · UnknownEvent
 */
@Injectable()
export class ChangeReceiver {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  execute(tenantId: string, id: string, terms: ReceiverTerms): Promise<Receiver> {
    const url = terms.url === undefined ? undefined : checkUrl(terms.url, this.settings);
    return this.receivers.change(tenantId, id, receiver => receiver.change({ ...terms, url }));
  }

  switchOn(tenantId: string, id: string): Promise<Receiver> {
    return this.receivers.change(tenantId, id, receiver => receiver.switchOn());
  }

  switchOff(tenantId: string, id: string, reason: string): Promise<Receiver> {
    return this.receivers.change(tenantId, id, receiver => receiver.switchOff(reason, this.clock.now()));
  }

  /** Its secrets go at once; its deliveries stay in the log as long as others. */
  remove(tenantId: string, id: string): Promise<Receiver> {
    return this.receivers.change(tenantId, id, async (receiver, tx) => {
      receiver.remove(this.clock.now());
      await deleteSecrets(tx, id);
    });
  }
}
