import { Controller, Delete, Get, Inject, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  CurrentPerson,
  CurrentTenant,
  ForTenant,
  Idempotent,
  withFaults,
  FaultableOperation,
  type PathTenant,
  type Person,
  Requires,
  TheCaller,
  ThePortalCaller,
} from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { StrictBody, ValidPath, ValidQuery } from '#platform/http';
import type { IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, Refuses } from '#platform/http/openapi';
import {
  ListRegistrationsQuery,
  RegistrationList,
  RegistrationPath,
  PortalRegistrationsPage,
  PortalRegistrationsQuery,
} from '#domains/contract';
import { InvalidDomain, RegistrationNotFound, UnsupportedTld } from '#domains/model';
import {
  AuthCode,
  AuthCodeResult,
  DeletedRegistration,
  DeletionResult,
  RegistrationResult,
  RegistrationView,
  RegistrationWithContact,
  UpdateRegistrationRequest,
} from '../contract.js';
import { DomainLocked } from '../model/errors.js';
import { EndRegistration } from './end-registration.js';
import { FindRegistrations } from './find-registrations.js';
import { UpdateRegistration } from './update-registration.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/registrations')
export class RegistrationsController {
  constructor(
    private readonly registrations: FindRegistrations,
    private readonly updateRegistrationUseCase: UpdateRegistration,
    private readonly endRegistration: EndRegistration,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get(':domain')
  @Requires('sandbox.search')
  @ApiOperation({ summary: 'Get a registration', description: 'Returns the registration of a domain by the tenant.' })
  @ApiAnswer(200, RegistrationResult, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  getRegistration(@TheCaller() caller: Caller, @ValidPath() { domain }: RegistrationPath) {
    return this.registrations.result(caller, domain);
  }

  @Get()
  @Requires('sandbox.search')
  @ApiOperation({
    summary: 'List registrations',
    description: 'Returns the registrations of the tenant that match all filters, newest first.',
  })
  @ApiAnswer(200, RegistrationList, 'A page of registrations.')
  listRegistrations(@TheCaller() caller: Caller, @ValidQuery() query: ListRegistrationsQuery) {
    return this.registrations.list(caller, query);
  }

  @Patch(':domain')
  @FaultableOperation('update', 'sandbox.order')
  @ApiOperation({
    summary: 'Change a registration',
    description:
      'Changes the settings and the contact of a registration, all or nothing, and sends the event `domain.updated` if a value is new. A contact with a new, unverified email address must be verified within 15 days; a contact with a verified address ends a suspension.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, RegistrationResult, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  updateRegistration(
    @TheCaller() caller: Caller,
    @ValidPath() { domain }: RegistrationPath,
    @StrictBody() request: UpdateRegistrationRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return withFaults(caller, { domain }, async () => ({
      ...(await this.updateRegistrationUseCase.execute({ caller, domain, idempotent, operation: 'update' }, request)),
      meta: { source: this.settings.source },
    }));
  }

  @Delete(':domain')
  @FaultableOperation('delete', 'sandbox.order')
  @ApiOperation({
    summary: 'Delete a registration',
    description:
      'Deletes a registration and sends the event `domain.deleted`. The domain is free at once. Less than 120 hours after the registration, its order is refunded; transfers and renewals are not.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, DeletionResult, 'The deletion.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  deleteRegistration(
    @TheCaller() caller: Caller,
    @ValidPath() { domain }: RegistrationPath,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return withFaults(caller, { domain }, async () => ({
      ...(await this.endRegistration.delete({ caller, domain, idempotent, operation: 'delete' })),
      meta: { source: this.settings.source },
    }));
  }

  @Get(':domain/auth-code')
  @Requires('sandbox.order')
  @ApiOperation({
    summary: 'Get the auth code of a domain',
    description: 'Returns the code that another registrar needs to take over the domain. It stays the same.',
  })
  @ApiAnswer(200, AuthCodeResult, 'The auth code.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, DomainLocked)
  async getAuthCode(@TheCaller() caller: Caller, @ValidPath() { domain }: RegistrationPath) {
    return { ...(await this.registrations.authCode(caller, domain)), meta: { source: this.settings.source } };
  }
}

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/domains')
export class RegistrationsPortalController {
  constructor(
    private readonly registrations: FindRegistrations,
    private readonly updateRegistration: UpdateRegistration,
    private readonly endRegistration: EndRegistration,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List registered domains',
    description: 'Returns the registered domains of a tenant, newest first.',
  })
  @ApiAnswer(200, PortalRegistrationsPage, 'A page of domains.')
  listDomains(@CurrentTenant() tenant: PathTenant, @ValidQuery() query: PortalRegistrationsQuery) {
    return this.registrations.page(tenant, query);
  }

  @Get(':domain')
  @ForTenant()
  @ApiOperation({
    summary: 'Get a registered domain',
    description: 'Returns the registration of a domain with the terms and prices of its renewal.',
  })
  @ApiAnswer(200, RegistrationView, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  getDomain(@CurrentTenant() tenant: PathTenant, @ValidPath() { domain }: RegistrationPath) {
    return this.registrations.view(tenant, domain);
  }

  @Patch(':domain')
  @ForTenant()
  @ApiOperation({
    summary: 'Change a registered domain',
    description: 'Changes the settings and the contact of a registration, all or nothing.',
  })
  @ApiAnswer(200, RegistrationWithContact, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  updateDomain(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @ValidPath() { domain }: RegistrationPath,
    @StrictBody() request: UpdateRegistrationRequest,
  ) {
    return this.updateRegistration.execute({ caller, domain, by }, request);
  }

  @Delete(':domain')
  @ForTenant()
  @ApiOperation({
    summary: 'Delete a registered domain',
    description: 'Deletes a registration. Less than 120 hours after it was registered, its order is refunded.',
  })
  @ApiAnswer(200, DeletedRegistration, 'The deletion.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  deleteDomain(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @ValidPath() { domain }: RegistrationPath,
  ) {
    return this.endRegistration.delete({ caller, domain, by });
  }

  @Get(':domain/auth-code')
  @ForTenant()
  @ApiOperation({
    summary: 'Get the auth code of a registered domain',
    description: 'Returns the code that another registrar needs to take over the domain.',
  })
  @ApiAnswer(200, AuthCode, 'The auth code.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, DomainLocked)
  getDomainAuthCode(@ThePortalCaller() caller: Caller, @ValidPath() { domain }: RegistrationPath) {
    return this.registrations.authCode(caller, domain);
  }
}
