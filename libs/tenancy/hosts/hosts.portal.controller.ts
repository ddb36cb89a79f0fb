import { applyDecorators, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  ForOperators,
  ForTenant,
  ApiPathTenant,
  type PathTenant,
  type Person,
  CurrentPerson,
  CurrentTenant,
} from '#identity/access';
import { EmptyRequest, ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { HostRemoved, HostsView, HostView, NewHostRequest } from '../contract.js';
import { HostExists, HostNotFound, HostTaken, InvalidHost, TooManyHosts } from '../model/errors.js';
import { Hosts } from './hosts.js';

const ApiHost = () =>
  applyDecorators(
    ApiParam({ name: 'id', description: 'Host name.', example: 'shop.example.com' }),
    Refuses(HostNotFound),
  );

@ApiTags('Hosts')
@Controller('portal/api/tenants/:tenant/hosts')
export class HostsPortalController {
  constructor(private readonly hosts: Hosts) {}

  @Get()
  @ForTenant()
  @ApiOperation({ summary: 'List host names', description: 'Returns the host names of a tenant.' })
  @ApiAnswer(200, HostsView, 'The host names.')
  async listHosts(@CurrentTenant() tenant: PathTenant) {
    return { hosts: await this.hosts.list(tenant.id) };
  }

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Add a host name',
    description:
      'Adds a host name, which shows the storefront of the tenant when it is verified. Create the TXT record `txt_record` in DNS; it is checked every few minutes, and hourly after the first day.',
  })
  @ApiAnswer(201, HostView, 'The new host name.')
  @Refuses(InvalidHost, HostExists, TooManyHosts)
  addHost(@CurrentTenant() tenant: PathTenant, @CurrentPerson() by: Person, @ValidBody() { host }: NewHostRequest) {
    return this.hosts.add(tenant.id, host, by);
  }

  @Post(':id/check')
  @ForTenant()
  @ApiHost()
  @ApiOperation({
    summary: 'Check a host name',
    description:
      'Looks up the TXT record now. A verified host lapses when its TXT record has been missing for 72 hours. If another tenant has verified the host, a newly found TXT record moves the host to this tenant. Hosts that an operator has verified are not checked.',
  })
  @ApiAnswer(200, HostView, 'The host name after the check.')
  checkHost(
    @CurrentTenant() tenant: PathTenant,
    @CurrentPerson() by: Person,
    @Param('id') host: string,
    @ValidBody() _body: EmptyRequest,
  ) {
    return this.hosts.check(tenant.id, host, by);
  }

  @Post(':id/verify')
  @ForOperators()
  @ApiPathTenant()
  @ApiHost()
  @ApiOperation({
    summary: 'Verify a host name',
    description:
      'Verifies a host name without a TXT record. It stays verified until another tenant proves with a TXT record that it controls the host.',
  })
  @ApiAnswer(200, HostView, 'The verified host name.')
  @Refuses(HostTaken)
  verifyHost(
    @CurrentTenant() tenant: PathTenant,
    @CurrentPerson() by: Person,
    @Param('id') host: string,
    @ValidBody() _body: EmptyRequest,
  ) {
    return this.hosts.verify(tenant.id, host, by);
  }

  @Delete(':id')
  @ForTenant()
  @ApiHost()
  @ApiOperation({
    summary: 'Remove a host name',
    description: 'Removes a host name. It no longer shows the storefront of the tenant.',
  })
  @ApiAnswer(200, HostRemoved, 'Confirmation.')
  async removeHost(
    @CurrentTenant() tenant: PathTenant,
    @CurrentPerson() by: Person,
    @Param('id') host: string,
  ): Promise<HostRemoved> {
    await this.hosts.remove(tenant.id, host, by);
    return { removed: true };
  }
}
