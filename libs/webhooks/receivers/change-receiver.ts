import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import type { Receiver, ReceiverOptions } from '../model/receiver.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';
import { deleteSecrets } from '../storage/secrets.js';
import { checkUrl } from './check-url.js';

/**
 * Changes a receiver, switches it on or off, or removes it. Pending deliveries to a receiver that is off are skipped and
 * can be recovered later.
 * @throws ReceiverNotFound · InvalidUrl · InvalidDescription · UnknownEvent
 */
@Injectable()
export class ChangeReceiver {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  execute(tenantId: string, id: string, options: ReceiverOptions, actor: Actor): Promise<Receiver> {
    const url = options.url === undefined ? undefined : checkUrl(options.url, this.settings);
    return this.receivers.change(tenantId, id, actor, this.auditEntry('change'), receiver =>
      receiver.change({ ...options, url }),
    );
  }

  switchOn(tenantId: string, id: string, actor: Actor): Promise<Receiver> {
    return this.receivers.change(tenantId, id, actor, this.auditEntry('switch-on'), receiver => receiver.switchOn());
  }

  switchOff(tenantId: string, id: string, reason: string, actor: Actor): Promise<Receiver> {
    const change = this.auditEntry('switch-off');
    return this.receivers.change(tenantId, id, actor, change, receiver => receiver.switchOff(reason, change.at));
  }

  /** Deletes the secrets immediately and keeps the deliveries. */
  remove(tenantId: string, id: string, actor: Actor | undefined): Promise<Receiver> {
    const change = this.auditEntry('remove');
    return this.receivers.change(tenantId, id, actor, change, async (receiver, tx) => {
      receiver.remove(change.at);
      await deleteSecrets(tx, id);
    });
  }

  private auditEntry(verb: string): { action: string; at: Date } {
    return { action: `receiver.${verb}`, at: this.clock.now() };
  }
}
