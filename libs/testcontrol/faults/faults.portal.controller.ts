import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForControl, ForTenant, type PathTenant, type Person, ThePerson, TheTenant } from '#identity/access';
import { StrictBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { AddFaultRequest, FaultList, FaultRemoved, FaultsRemoved, FaultView } from '../contract.js';
import { FaultNotFound, InvalidFault, TooManyFaults } from '../model/errors.js';
import { AddFault } from './add-fault.js';
import { ListFaults, MAX_LISTED } from './list-faults.js';
import { RemoveFaults } from './remove-faults.js';

@ApiTags('Test control')
@Controller('portal/api/tenants/:tenant/faults')
export class FaultsPortalController {
  constructor(
    private readonly addFaultUseCase: AddFault,
    private readonly listFaultsUseCase: ListFaults,
    private readonly removeFaults: RemoveFaults,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List the faults of a tenant',
    description: `Returns the rules that have not expired, oldest first: all that still apply, and the newest that are used up; at most ${MAX_LISTED}.`,
  })
  @ApiAnswer(200, FaultList, 'The rules.')
  async listFaults(@TheTenant() { id }: PathTenant): Promise<FaultList> {
    return { faults: await this.listFaultsUseCase.execute(id) };
  }

  @Post()
  @ForControl()
  @ApiOperation({
    summary: 'Add a fault to a tenant',
    description:
      'Adds a rule that makes matching requests of the tenant fail: searches, orders, checkouts and renewals with any of its keys.',
  })
  @ApiAnswer(201, FaultView, 'The new rule.')
  @Refuses(InvalidFault, TooManyFaults)
  addFault(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @StrictBody() request: AddFaultRequest,
  ): Promise<FaultView> {
    return this.addFaultUseCase.execute(tenant, request, by);
  }

  @Delete()
  @ForControl()
  @ApiOperation({ summary: 'Remove all faults of a tenant', description: 'Removes all rules of the tenant.' })
  @ApiAnswer(200, FaultsRemoved, 'The number of removed rules.')
  async removeAllFaults(@ThePerson() by: Person, @TheTenant() { id }: PathTenant): Promise<FaultsRemoved> {
    return { removed: await this.removeFaults.all(id, by) };
  }

  @Delete(':id')
  @ForControl()
  @ApiPathId('rule', 'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  @ApiOperation({ summary: 'Remove a fault of a tenant', description: 'Removes a rule of the tenant.' })
  @ApiAnswer(200, FaultRemoved, 'Confirmation.')
  @Refuses(FaultNotFound)
  async removeFault(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @Param('id') id: string,
  ): Promise<FaultRemoved> {
    await this.removeFaults.one(tenant.id, id, by);
    return { id, removed: true };
  }
}
