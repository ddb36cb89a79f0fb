import { Injectable } from '@nestjs/common';
import type { FaultView } from '../contract.js';
import { FaultRules } from '../storage/fault-rules.js';
import { viewFault } from './view-fault.js';

/** Maximum number of listed rules: all that still apply, and the newest that are used up. */
export const MAX_LISTED = 200;

/** Lists the rules of a tenant that have not expired, oldest first. */
@Injectable()
export class ListFaults {
  constructor(private readonly rules: FaultRules) {}

  async execute(tenantId: string): Promise<FaultView[]> {
    return (await this.rules.listUnexpired(tenantId, MAX_LISTED)).map(viewFault);
  }
}
