import { Controller, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
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
import { ValidationFailed } from '#platform/model';
import { InvalidDomain, RegistrationNotFound, UnsupportedTld } from '#domains/model';
import { OrderResult } from '#orders/contract';
import {
  DomainLocked,
  EndRegistration,
  InvalidAuthCode,
  NothingPending,
  UndecidedOrders,
  UpdateRegistration,
} from '#registry';
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
    private readonly undecided: UndecidedOrders,
    private readonly updateRegistration: UpdateRegistration,
    private readonly endRegistration: EndRegistration,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({ summary: 'Get the registry', description: 'Returns how the registry behind the sandbox behaves.' })
  @ApiAnswer(200, RegistrySettingsView, 'The settings of the registry.')
  async getRegistry(@TheCaller() { tenant }: Caller): Promise<RegistrySettingsView> {
    return { ...(await this.registry.settings(tenant.id)), meta: { source: this.settings.source } };
  }

  @Put()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Set the registry',
    description:
      'Replaces all settings of the registry. Later payments follow them; they move no decision about earlier ones.',
  })
  @ApiAnswer(200, RegistrySettingsView, 'The settings of the registry.')
  async setRegistry(
    @TheCaller() { tenant }: Caller,
    @StrictBody() request: RegistrySettingsRequest,
  ): Promise<RegistrySettingsView> {
    return { ...(await this.registry.replace(tenant, request)), meta: { source: this.settings.source } };
  }

  @Post('decide')
  @HttpCode(200)
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Decide an order',
    description:
      'Decides at once the order of a domain that waits for the registry, or for somebody. A failed order is refunded.',
  })
  @ApiAnswer(200, OrderResult, 'The order after the decision.')
  @Refuses(InvalidDomain, UnsupportedTld, NothingPending)
  decideOrder(@TheCaller() caller: Caller, @StrictBody() request: DecideRequest): Promise<OrderResult> {
    return this.undecided.decide(caller, request.domain, decisionOf(request));
  }

  @Post('verify')
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Verify an email address',
    description:
      'Plays the registrant, who verifies the email address of the contact. Ends the time limit and a suspension, and sends the event `domain.verified`.',
  })
  @ApiAnswer(200, RegistrationResult, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, NothingPending)
  async verifyContact(
    @TheCaller() caller: Caller,
    @StrictBody() { domain }: VerifyContactRequest,
  ): Promise<RegistrationResult> {
    const registration = await this.updateRegistration.verify({ caller, domain });
    return { ...registration, meta: { source: this.settings.source } };
  }

  @Post('transfer-out')
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Transfer a domain to another registrar',
    description:
      'Plays the other registrar, which takes over the domain. Removes the registration, and sends the event `domain.transferred_away`. The order stays paid.',
  })
  @ApiAnswer(200, TransferOutView, 'The transfer.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, DomainLocked, InvalidAuthCode)
  async transferOut(
    @TheCaller() caller: Caller,
    @StrictBody() { domain, auth_code }: TransferOutRequest,
  ): Promise<TransferOutView> {
    const transfer = await this.endRegistration.transferOut({ caller, domain }, auth_code);
    return { ...transfer, meta: { source: this.settings.source } };
  }
}

@ApiTags('Test control')
@Controller('portal/api/tenants/:tenant/registry')
export class RegistryPortalController {
  constructor(
    private readonly registry: RegistryControl,
    private readonly undecided: UndecidedOrders,
    private readonly updateRegistration: UpdateRegistration,
    private readonly endRegistration: EndRegistration,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'Get the registry of a tenant',
    description: 'Returns how the registry behind the sandbox behaves.',
  })
  @ApiAnswer(200, RegistrySettingsView, 'The settings of the registry.')
  async getRegistry(@CurrentTenant() { id }: PathTenant): Promise<RegistrySettingsView> {
    return { ...(await this.registry.settings(id)), meta: { source: this.settings.source } };
  }

  @Put()
  @ForControl()
  @ApiOperation({
    summary: 'Set the registry of a tenant',
    description:
      'Replaces all settings of the registry. Later payments follow them; they move no decision about earlier ones.',
  })
  @ApiAnswer(200, RegistrySettingsView, 'The settings of the registry.')
  async setRegistry(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @StrictBody() request: RegistrySettingsRequest,
  ): Promise<RegistrySettingsView> {
    return { ...(await this.registry.replace(tenant, request, by)), meta: { source: this.settings.source } };
  }

  @Post('decide')
  @HttpCode(200)
  @ForControl()
  @ApiOperation({
    summary: 'Decide an order of a tenant',
    description:
      'Decides at once the order of a domain that waits for the registry, or for somebody. A failed order is refunded.',
  })
  @ApiAnswer(200, OrderResult, 'The order after the decision.')
  @Refuses(InvalidDomain, UnsupportedTld, NothingPending)
  decideOrder(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @StrictBody() request: DecideRequest,
  ): Promise<OrderResult> {
    return this.undecided.decide(caller, request.domain, decisionOf(request), by);
  }

  @Post('verify')
  @HttpCode(200)
  @ForControl()
  @ApiOperation({
    summary: 'Verify an email address of a tenant',
    description: 'Plays the registrant, who verifies the email address of the contact.',
  })
  @ApiAnswer(200, RegistrationWithContact, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, NothingPending)
  verifyContact(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @StrictBody() { domain }: VerifyContactRequest,
  ): Promise<RegistrationWithContact> {
    return this.updateRegistration.verify({ caller, domain, by });
  }

  @Post('transfer-out')
  @HttpCode(200)
  @ForControl()
  @ApiOperation({
    summary: 'Transfer a domain of a tenant to another registrar',
    description: 'Plays the other registrar, which takes over the domain. The order stays paid.',
  })
  @ApiAnswer(200, TransferredRegistration, 'The transfer.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, DomainLocked, InvalidAuthCode)
  transferOut(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @StrictBody() { domain, auth_code }: TransferOutRequest,
  ): Promise<TransferredRegistration> {
    return this.endRegistration.transferOut({ caller, domain, by }, auth_code);
  }
}

/** @throws ValidationFailed */
function decisionOf({ outcome, reason }: DecideRequest) {
  if (outcome === 'registered' && reason !== undefined)
    throw new ValidationFailed([{ field: 'reason', message: 'must be omitted when outcome is registered' }]);
  return { outcome, reason };
}
