import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import type { OwnHost } from '../model/own-host.js';
import { HostRepository } from '../storage/host.repository.js';
import { storedForm } from './host-names.js';
import { resultFor, TxtRecords } from './txt-records.js';

/**
 * Looks up the TXT record of a host, and verifies the host or lets it lapse. The newest proof wins: the host can be taken over
 * from another tenant. Hosts that an operator has verified are not checked.
 * @throws HostNotFound
 */
@Injectable()
export class CheckHost {
  constructor(
    private readonly hosts: HostRepository,
    private readonly records: TxtRecords,
    private readonly clock: Clock,
  ) {}

  async execute(tenantId: string, text: string, by: Actor): Promise<OwnHost> {
    const name = storedForm(text);
    const host = await this.hosts.get(tenantId, name);
    if (host.verifiedBy === 'operator') return host;
    const lookedUpAt = this.clock.now();
    const lookup = await this.records.lookUp(host);
    const at = this.clock.now();
    return this.hosts.change(tenantId, name, by, at, (current, owner) => {
      // The host may have been removed and added again with another token.
      if (current.token !== host.token) return;
      const rival = owner && { owner, isProved: resultFor(owner, lookup) === 'found', lookedUpAt };
      current.applyCheck(resultFor(host, lookup), at, rival);
    });
  }
}
