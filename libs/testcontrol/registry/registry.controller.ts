import { Controller, Get, Inject, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  CurrentPerson,
  CurrentTenant,
  ForControl,
  ForTenant,
  type PathTenant,
  type Person,
  Requires,
  TheCaller,
  ThePortalCaller,
} from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { StrictBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { InvalidDomain, RegistrationNotFound, UnsupportedTld } from '#domains/model';
import { OrderResult } from '#orders/contract';
import { DomainLocked, EndRegistration, InvalidAuthCode, NothingPending, UpdateRegistration } from '#registry';
import { RegistrationResult, RegistrationWithContact, TransferredRegistration } from '#registry/contract';
import {
  DecideRequest,
  RegistrySettingsRequest,
  RegistrySettingsView,
  TransferOutRequest,
  TransferOutView,
  VerifyContactRequest,
} from '../contract.js';
import { RegistryControl } from './registry-control.js';

@ApiTags('Control')
@Controller('api/v1/sandbox/control/registry')
export class RegistryControlController {
  constructor(
    private readonly registry: RegistryControl,
    private readonly updateRegistration: UpdateRegistration,
    private readonly endRegistration: EndRegistration,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Get the registry',
    description: 'Returns the settings of the registry behind the sandbox.',
  })
  @ApiAnswer(200, RegistrySettingsView, 'The settings of the registry.')
  async getRegistry(@TheCaller() { tenant }: Caller) {
    return { ...(await this.registry.settings(tenant.id)), meta: { source: this.settings.source } };
  }

  @Put()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Set the registry',
    description:
      'Replaces all settings of the registry; missing ones get their defaults. They apply to later payments only; planned decisions keep their times.',
  })
  @ApiAnswer(200, RegistrySettingsView, 'The settings of the registry.')
  async setRegistry(@TheCaller() { tenant }: Caller, @StrictBody() request: RegistrySettingsRequest) {
    return { ...(await this.registry.replace(tenant, request)), meta: { source: this.settings.source } };
  }

  @Post('decide')
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Decide an order',
    description:
      'Decides at once the order of a domain that is pending or requires action. A failed order is refunded.',
  })
  @ApiAnswer(200, OrderResult, 'The order after the decision.')
  @Refuses(InvalidDomain, UnsupportedTld, NothingPending)
  decideOrder(@TheCaller() caller: Caller, @StrictBody() request: DecideRequest) {
    return this.registry.decide(caller, request);
  }

  @Post('verify')
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Verify an email address',
    description:
      'Verifies the email address of the contact, in place of the registrant. Ends the deadline or the suspension, and sends the event `domain.verified`.',
  })
  @ApiAnswer(200, RegistrationResult, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, NothingPending)
  async verifyContact(@TheCaller() caller: Caller, @StrictBody() { domain }: VerifyContactRequest) {
    return { ...(await this.updateRegistration.verify({ caller, domain })), meta: { source: this.settings.source } };
  }

  @Post('transfer-out')
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Transfer a domain to another registrar',
    description:
      'Takes over the domain, in place of the other registrar. Removes the registration, and sends the event `domain.transferred_away`. The order stays paid.',
  })
  @ApiAnswer(200, TransferOutView, 'The transfer.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, DomainLocked, InvalidAuthCode)
  async transferOut(@TheCaller() caller: Caller, @StrictBody() { domain, auth_code }: TransferOutRequest) {
    const transfer = await this.endRegistration.transferOut({ caller, domain }, auth_code);
    return { ...transfer, meta: { source: this.settings.source } };
  }
}

@ApiTags('Test control')
@Controller('portal/api/tenants/:tenant/registry')
export class RegistryPortalController {
  constructor(
    private readonly registry: RegistryControl,
    private readonly updateRegistration: UpdateRegistration,
    private readonly endRegistration: EndRegistration,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'Get the registry of a tenant',
    description: 'Returns the settings of the registry behind the sandbox.',
  })
  @ApiAnswer(200, RegistrySettingsView, 'The settings of the registry.')
  async getRegistry(@CurrentTenant() { id }: PathTenant) {
    return { ...(await this.registry.settings(id)), meta: { source: this.settings.source } };
  }

  @Put()
  @ForControl()
  @ApiOperation({
    summary: 'Set the registry of a tenant',
    description:
      'Replaces all settings of the registry; missing ones get their defaults. They apply to later payments only; planned decisions keep their times.',
  })
  @ApiAnswer(200, RegistrySettingsView, 'The settings of the registry.')
  async setRegistry(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @StrictBody() request: RegistrySettingsRequest,
  ) {
    return { ...(await this.registry.replace(tenant, request, by)), meta: { source: this.settings.source } };
  }

  @Post('decide')
  @ForControl()
  @ApiOperation({
    summary: 'Decide an order of a tenant',
    description:
      'Decides at once the order of a domain that is pending or requires action. A failed order is refunded.',
  })
  @ApiAnswer(200, OrderResult, 'The order after the decision.')
  @Refuses(InvalidDomain, UnsupportedTld, NothingPending)
  decideOrder(@CurrentPerson() by: Person, @ThePortalCaller() caller: Caller, @StrictBody() request: DecideRequest) {
    return this.registry.decide(caller, request, by);
  }

  @Post('verify')
  @ForControl()
  @ApiOperation({
    summary: 'Verify an email address of a tenant',
    description: 'Verifies the email address of the contact, in place of the registrant.',
  })
  @ApiAnswer(200, RegistrationWithContact, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, NothingPending)
  verifyContact(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @StrictBody() { domain }: VerifyContactRequest,
  ) {
    return this.updateRegistration.verify({ caller, domain, by });
  }

  @Post('transfer-out')
  @ForControl()
  @ApiOperation({
    summary: 'Transfer a domain of a tenant to another registrar',
    description: 'Takes over the domain, in place of the other registrar. The order stays paid.',
  })
  @ApiAnswer(200, TransferredRegistration, 'The transfer.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, DomainLocked, InvalidAuthCode)
  transferOut(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @StrictBody() { domain, auth_code }: TransferOutRequest,
  ) {
    return this.endRegistration.transferOut({ caller, domain, by }, auth_code);
  }
}
