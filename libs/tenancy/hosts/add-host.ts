import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { OwnHost } from '../model/own-host.js';
import { HostRepository } from '../storage/host.repository.js';
import { OwnHostNames } from './own-host-names.js';

/**
 * Adds a host name to a tenant. It is pending until its TXT record is found or an operator verifies it.
 * @throws InvalidHost · HostExists · TooManyHosts
 */
@Injectable()
export class AddHost {
  constructor(
    private readonly hosts: HostRepository,
    private readonly names: OwnHostNames,
    private readonly clock: Clock,
  ) {}

  async execute(tenantId: string, text: string, by: Actor): Promise<OwnHost> {
    const host = OwnHost.add(tenantId, this.names.parse(text), this.clock.now());
    await this.hosts.add(host, by);
    return host;
  }
}
