import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { HostRepository } from '../storage/host.repository.js';
import { storedForm } from './host-names.js';

/**
 * Removes a host name from a tenant.
 * @throws HostNotFound
 */
@Injectable()
export class RemoveHost {
  constructor(
    private readonly hosts: HostRepository,
    private readonly clock: Clock,
  ) {}

  execute(tenantId: string, text: string, by: Actor): Promise<void> {
    return this.hosts.remove(tenantId, storedForm(text), by, this.clock.now());
  }
}
