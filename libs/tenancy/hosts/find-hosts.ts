import { Injectable } from '@nestjs/common';
import type { HostView } from '../contract.js';
import { HostRepository } from '../storage/host.repository.js';
import { viewHost } from './view-host.js';

@Injectable()
export class FindHosts {
  constructor(private readonly hosts: HostRepository) {}

  /** The hosts of a tenant, oldest first. */
  async list(tenantId: string): Promise<HostView[]> {
    return (await this.hosts.listOf(tenantId)).map(viewHost);
  }
}
