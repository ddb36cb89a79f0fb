import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { HostTaken } from '../model/errors.js';
import type { OwnHost } from '../model/own-host.js';
import { HostRepository } from '../storage/host.repository.js';
import { storedForm } from './host-names.js';

/**
 * Verifies a host without a TXT record, on behalf of an operator. It stays verified until another tenant proves control of it
 * in DNS.
 * @throws HostNotFound · HostTaken
 */
@Injectable()
export class VerifyHost {
  constructor(
    private readonly hosts: HostRepository,
    private readonly clock: Clock,
  ) {}

  execute(tenantId: string, text: string, by: Actor): Promise<OwnHost> {
    const name = storedForm(text);
    const at = this.clock.now();
    return this.hosts.change(tenantId, name, by, at, (host, owner) => {
      if (owner) throw new HostTaken(name);
      host.verifyByOperator(at);
    });
  }
}
