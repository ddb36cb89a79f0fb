import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
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

  execute(tenantId: string, id: string, terms: ReceiverTerms, by: Actor): Promise<Receiver> {
    const url = terms.url === undefined ? undefined : checkUrl(terms.url, this.settings);
    return this.receivers.change(tenantId, id, by, this.as('change'), receiver => receiver.change({ ...terms, url }));
  }

  switchOn(tenantId: string, id: string, by: Actor): Promise<Receiver> {
    return this.receivers.change(tenantId, id, by, this.as('switch-on'), receiver => receiver.switchOn());
  }

  switchOff(tenantId: string, id: string, reason: string, by: Actor): Promise<Receiver> {
    const change = this.as('switch-off');
    return this.receivers.change(tenantId, id, by, change, receiver => receiver.switchOff(reason, change.at));
  }

  /** Its secrets go at once; its deliveries stay in the log as long as others. */
  remove(tenantId: string, id: string, by: Actor): Promise<Receiver> {
    const change = this.as('remove');
    return this.receivers.change(tenantId, id, by, change, async (receiver, tx) => {
      receiver.remove(change.at);
      await deleteSecrets(tx, id);
    });
  }

  /** How the audit log calls it. */
  private as(verb: string): { action: string; at: Date } {
    return { action: `receiver.${verb}`, at: this.clock.now() };
  }
}
