import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#access';
import { StrictBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/openapi';
import { AddFaultRequest, FaultList, FaultRemoved, FaultsRemoved, FaultView } from '../contract.js';
import { FaultNotFound, InvalidFault, TooManyFaults } from '../model/errors.js';
import { readFault } from '../model/fault.js';
import type { FaultRule } from '../model/fault-rule.js';
import { FaultRules } from '../storage/fault-rules.js';
import { AddFault } from './add-fault.js';
import { RemoveFaults } from './remove-faults.js';

/** All live rules, and the newest that are used up. */
const MAX_LISTED = 200;

@ApiTags('Control')
@Controller('api/v1/sandbox/control/faults')
export class FaultsController {
  constructor(
    private readonly addFaultUseCase: AddFault,
    private readonly removeFaults: RemoveFaults,
    private readonly rules: FaultRules,
  ) {}

  @Post()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Add a fault',
    description:
      'Adds a rule that makes matching requests of the tenant fail: searches, orders, checkouts and renewals with any of its keys. The oldest matching rule applies. The rule holds for every request that is sent after the response.',
  })
  @ApiAnswer(201, FaultView, 'The new rule.')
  @Refuses(InvalidFault, TooManyFaults)
  async addFault(@TheCaller() { tenant }: Caller, @StrictBody() request: AddFaultRequest): Promise<FaultView> {
    const { match, fault, times = 1, skip = 0, expires_in = 'PT10M' } = request;
    const rule = await this.addFaultUseCase.execute(tenant, {
      operation: match?.operation ?? null,
      domain: match?.domain ?? null,
      fault: readFault({ ...fault }),
      times,
      skip,
      expiresIn: expires_in,
    });
    return viewOf(rule);
  }

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'List faults',
    description: `Returns the rules of the tenant that have not expired, oldest first: all that still apply, and the newest that are used up; at most ${MAX_LISTED}.`,
  })
  @ApiAnswer(200, FaultList, 'The rules.')
  async listFaults(@TheCaller() { tenant }: Caller): Promise<FaultList> {
    return { faults: (await this.rules.listUnexpired(tenant.id, MAX_LISTED)).map(viewOf) };
  }

  @Delete()
  @Requires('sandbox.control')
  @ApiOperation({ summary: 'Remove all faults', description: 'Removes all rules of the tenant.' })
  @ApiAnswer(200, FaultsRemoved, 'The number of removed rules.')
  async removeAllFaults(@TheCaller() { tenant }: Caller): Promise<FaultsRemoved> {
    return { removed: await this.removeFaults.all(tenant.id) };
  }

  @Delete(':id')
  @Requires('sandbox.control')
  @ApiPathId('rule', 'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  @ApiOperation({ summary: 'Remove a fault', description: 'Removes a rule of the tenant.' })
  @ApiAnswer(200, FaultRemoved, 'Confirmation.')
  @Refuses(FaultNotFound)
  async removeFault(@TheCaller() { tenant }: Caller, @Param('id') id: string): Promise<FaultRemoved> {
    await this.removeFaults.one(tenant.id, id);
    return { id, removed: true };
  }
}

const viewOf = (rule: FaultRule): FaultView => ({
  id: rule.id,
  match: {
    ...(rule.operation !== null && { operation: rule.operation }),
    ...(rule.domain !== null && { domain: rule.domain }),
  },
  fault: rule.fault,
  times: rule.times,
  skip: rule.skip,
  remaining: rule.remaining,
  used: rule.used,
  created_at: rule.createdAt.toISOString(),
  expires_at: rule.expiresAt.toISOString(),
});
