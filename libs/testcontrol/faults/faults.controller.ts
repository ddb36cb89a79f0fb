import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#identity/access';
import { StrictBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { AddFaultRequest, FaultList, FaultRemoved, FaultsRemoved, FaultView } from '../contract.js';
import { FaultNotFound, InvalidFault, TooManyFaults } from '../model/errors.js';
import { AddFault } from './add-fault.js';
import { ListFaults, MAX_LISTED } from './list-faults.js';
import { RemoveFaults } from './remove-faults.js';

@ApiTags('Control')
@Controller('api/v1/sandbox/control/faults')
export class FaultsController {
  constructor(
    private readonly addFaultUseCase: AddFault,
    private readonly removeFaults: RemoveFaults,
    private readonly listFaultsUseCase: ListFaults,
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
  addFault(@TheCaller() { tenant }: Caller, @StrictBody() request: AddFaultRequest): Promise<FaultView> {
    return this.addFaultUseCase.execute(tenant, request);
  }

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'List faults',
    description: `Returns the rules of the tenant that have not expired, oldest first: all that still apply, and the newest that are used up; at most ${MAX_LISTED}.`,
  })
  @ApiAnswer(200, FaultList, 'The rules.')
  async listFaults(@TheCaller() { tenant }: Caller): Promise<FaultList> {
    return { faults: await this.listFaultsUseCase.execute(tenant.id) };
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
