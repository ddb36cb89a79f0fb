import { Controller, Get, Inject, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { StrictBody } from '#platform/http';
import { ApiAnswer } from '#platform/http/openapi';
import { RegistrySettingsRequest, RegistrySettingsView } from '../contract.js';
import { RegistryControl } from './registry-control.js';

@ApiTags('Control')
@Controller('api/v1/sandbox/control/registry')
export class RegistryController {
  constructor(
    private readonly registry: RegistryControl,
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
}
