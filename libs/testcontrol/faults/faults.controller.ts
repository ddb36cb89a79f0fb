import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  ForControl,
  ForTenant,
  type PathTenant,
  type Person,
  Requires,
  TheCaller,
  CurrentPerson,
  CurrentTenant,
} from '#identity/access';
import { StrictBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { AddFaultRequest, FaultList, FaultRemoved, FaultsRemoved, FaultView, SimulatedErrors } from '../contract.js';
import { FaultNotFound, InvalidFault, TooManyFaults } from '../model/errors.js';
import { simulatedErrors } from './fault-codes.js';
import { Faults, MAX_LISTED } from './faults.js';

const ApiRuleId = () => ApiPathId('rule', 'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012');

@ApiTags('Control')
@Controller('api/v1/sandbox/control/faults')
export class FaultsController {
  constructor(private readonly faults: Faults) {}

  @Post()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Add a fault',
    description:
      'Adds a rule that makes matching requests of the tenant fail, whichever key they use. The oldest matching rule applies. A new rule holds for every request that is sent after this response.',
  })
  @ApiAnswer(201, FaultView, 'The new rule.')
  @Refuses(InvalidFault, TooManyFaults)
  addFault(@TheCaller() { tenant }: Caller, @StrictBody() request: AddFaultRequest) {
    return this.faults.add(tenant, request);
  }

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'List faults',
    description: `Returns the rules of the tenant that have not expired, oldest first: all that still apply, and the newest that are used up; at most ${MAX_LISTED}.`,
  })
  @ApiAnswer(200, FaultList, 'The rules.')
  async listFaults(@TheCaller() { tenant }: Caller) {
    return { faults: await this.faults.list(tenant.id) };
  }

  @Delete()
  @Requires('sandbox.control')
  @ApiOperation({ summary: 'Remove all faults', description: 'Removes all rules of the tenant.' })
  @ApiAnswer(200, FaultsRemoved, 'The number of removed rules.')
  async removeAllFaults(@TheCaller() { tenant }: Caller) {
    return { removed: await this.faults.removeAll(tenant.id) };
  }

  @Delete(':id')
  @Requires('sandbox.control')
  @ApiRuleId()
  @ApiOperation({ summary: 'Remove a fault', description: 'Removes a rule of the tenant.' })
  @ApiAnswer(200, FaultRemoved, 'Confirmation.')
  @Refuses(FaultNotFound)
  removeFault(@TheCaller() { tenant }: Caller, @Param('id') id: string) {
    return this.faults.remove(tenant.id, id);
  }
}

@ApiTags('Test control')
@Controller('portal/api/tenants/:tenant/faults')
export class FaultsPortalController {
  constructor(private readonly faults: Faults) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List the faults of a tenant',
    description: `Returns the rules that have not expired, oldest first: all that still apply, and the newest that are used up; at most ${MAX_LISTED}.`,
  })
  @ApiAnswer(200, FaultList, 'The rules.')
  async listFaults(@CurrentTenant() { id }: PathTenant) {
    return { faults: await this.faults.list(id) };
  }

  @Get('errors')
  @ForTenant()
  @ApiOperation({
    summary: 'List the errors that faults can simulate',
    description: 'Returns the codes for faults of the kind `error`, with their meaning.',
  })
  @ApiAnswer(200, SimulatedErrors, 'The errors.')
  listSimulatedErrors() {
    return { errors: simulatedErrors() };
  }

  @Post()
  @ForControl()
  @ApiOperation({
    summary: 'Add a fault to a tenant',
    description: 'Adds a rule that makes matching requests of the tenant fail, whichever key they use.',
  })
  @ApiAnswer(201, FaultView, 'The new rule.')
  @Refuses(InvalidFault, TooManyFaults)
  addFault(@CurrentPerson() by: Person, @CurrentTenant() tenant: PathTenant, @StrictBody() request: AddFaultRequest) {
    return this.faults.add(tenant, request, by);
  }

  @Delete()
  @ForControl()
  @ApiOperation({ summary: 'Remove all faults of a tenant', description: 'Removes all rules of the tenant.' })
  @ApiAnswer(200, FaultsRemoved, 'The number of removed rules.')
  async removeAllFaults(@CurrentPerson() by: Person, @CurrentTenant() { id }: PathTenant) {
    return { removed: await this.faults.removeAll(id, by) };
  }

  @Delete(':id')
  @ForControl()
  @ApiRuleId()
  @ApiOperation({ summary: 'Remove a fault of a tenant', description: 'Removes a rule of the tenant.' })
  @ApiAnswer(200, FaultRemoved, 'Confirmation.')
  @Refuses(FaultNotFound)
  removeFault(@CurrentPerson() by: Person, @CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.faults.remove(tenant.id, id, by);
  }
}
