import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, ForControl, ForTenant, type PathTenant, ThePortalCaller, CurrentTenant } from '#identity/access';
import { EmptyRequest, ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { Tenants } from '#tenancy';
import { PlayedScenario, PortalScenario, type Scenario, ScenarioList } from '../../contract.js';
import { NestedWorld, ScenarioCreatesWorlds, ScenarioNotFound, TooManyWorlds } from '../../model/errors.js';
import { scenarios } from '../catalogue/scenarios.js';
import { isPlayableInWorld } from './is-playable-in-world.js';
import { RunScenario } from './run-scenario.js';

@ApiTags('Scenarios')
@Controller('portal/api/tenants/:tenant/scenarios')
export class ScenariosPortalController {
  constructor(
    private readonly runScenarioUseCase: RunScenario,
    private readonly tenants: Tenants,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List scenarios',
    description: 'Returns the outcomes that can be rehearsed in the sandbox, and the calls that lead to them.',
  })
  @ApiAnswer(200, ScenarioList, 'The scenarios.')
  async listScenarios(@CurrentTenant() tenant: PathTenant) {
    const parent = await this.tenants.parentOf(tenant);
    return { scenarios: scenarios().map(viewScenario), parent: parent?.slug ?? null };
  }

  @Post(':id/run')
  @ForControl()
  @ApiPathId('scenario', 'checkout.PAYMENT_DECLINED')
  @ApiOperation({
    summary: 'Run a scenario',
    description:
      'Plays a scenario in a world that ends afterwards, so that nothing of the tenant changes. Its requests are in the request log and the usage of the tenant.',
  })
  @ApiAnswer(200, PlayedScenario, 'The expected and the actual outcome.')
  @Refuses(ScenarioNotFound, ScenarioCreatesWorlds, NestedWorld, TooManyWorlds)
  runScenario(
    @ThePortalCaller() { tenant, requestId }: Caller,
    @Param('id') id: string,
    @ValidBody() _body: EmptyRequest,
  ) {
    return this.runScenarioUseCase.execute(tenant, id, requestId);
  }
}

const viewScenario = (scenario: Scenario): PortalScenario =>
  Object.assign(new PortalScenario(), scenario, { playable: isPlayableInWorld(scenario) });
