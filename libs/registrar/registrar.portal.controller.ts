import { Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CurrentPerson,
  CurrentTenant,
  ForOperators,
  ForTenant,
  ApiPathTenant,
  type PathTenant,
  type Person,
} from '#identity/access';
import { EmptyRequest, ValidBody, ValidQuery } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { OrderNotFound } from '#orders/model';
import { Tenants } from '#tenancy';
import { Accounts } from './accounts.js';
import {
  CreditRequest,
  DifferencesView,
  type DifferenceView,
  LimitRequest,
  LiveAccount,
  LiveSteps,
  OutcomeRequest,
  OutcomeView,
  PortalLiveOrders,
  RegistrarStatusView,
  LiveOrdersQuery,
} from './contract.js';
import type { Difference } from './model/differences.js';
import { InvalidReason, ReconciliationFailed, RegistrarNotConnected } from './model/errors.js';
import { LiveOrderSummaries } from './live-order-summaries.js';
import { Reconciliations } from './reconciliations.js';
import { RegistrarGateway } from './registrar-gateway.js';
import { RegistrarStatus } from './registrar-status.js';
import { StuckOrders } from './stuck-orders.js';

const ApiOrderId = () => ApiPathId('order', 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012');

@ApiTags('Live registrar')
@Controller('portal/api')
export class RegistrarPortalController {
  constructor(
    private readonly registrar: RegistrarGateway,
    private readonly status: RegistrarStatus,
    private readonly orders: LiveOrderSummaries,
    private readonly stuckOrders: StuckOrders,
    private readonly reconciliations: Reconciliations,
    private readonly accounts: Accounts,
    private readonly tenants: Tenants,
  ) {}

  @Get('registrar/status')
  @ForOperators()
  @ApiOperation({
    summary: 'Get the status of the registrar',
    description: 'Returns the connection to the registrar, the number of orders by state, and the latest differences.',
  })
  @ApiAnswer(200, RegistrarStatusView, 'The status.')
  async getRegistrarStatus() {
    const { differences, ...status } = await this.status.read();
    return { ...status, differences: differences && (await this.views(differences)) };
  }

  @Get('registrar/orders')
  @ForOperators()
  @ApiOperation({
    summary: 'List live orders',
    description:
      'Returns the live orders of all tenants, newest first. For one tenant, use `tenants/:tenant/registrar/orders`.',
  })
  @ApiAnswer(200, PortalLiveOrders, 'A page of orders.')
  listLiveOrders(@ValidQuery() query: LiveOrdersQuery) {
    return this.orders.page(query, null);
  }

  @Get('registrar/orders/:id/steps')
  @ForOperators()
  @ApiOperation({
    summary: 'List the steps of a live order',
    description: 'Returns the calls to the registrar for an order of any tenant, oldest first.',
  })
  @ApiOrderId()
  @ApiAnswer(200, LiveSteps, 'The steps.')
  @Refuses(OrderNotFound)
  listLiveSteps(@Param('id') id: string) {
    return this.orders.steps(id, null);
  }

  @Post('registrar/orders/:id/outcome')
  @ForOperators()
  @ApiOperation({
    summary: 'End a stuck order',
    description: 'Stores the outcome of a stuck order, after an operator has checked it at the registrar.',
  })
  @ApiOrderId()
  @ApiAnswer(200, OutcomeView, 'The outcome.')
  @Refuses(OrderNotFound, InvalidReason)
  endStuckOrder(@CurrentPerson() by: Person, @Param('id') id: string, @ValidBody() request: OutcomeRequest) {
    return this.stuckOrders.end(id, request, by);
  }

  @Post('registrar/reconcile')
  @ForOperators()
  @ApiOperation({
    summary: 'Compare with the registrar',
    description: 'Compares this installation with the account at the registrar, and waits for the result.',
  })
  @ApiAnswer(200, DifferencesView, 'The differences.')
  @Refuses(RegistrarNotConnected, ReconciliationFailed)
  async reconcile(@ValidBody() _body: EmptyRequest) {
    this.registrar.requireConnected();
    return { differences: await this.views(await this.reconciliations.run()) };
  }

  private async views(differences: Difference[]): Promise<DifferenceView[]> {
    const slugs = new Map((await this.tenants.list()).map(({ id, slug }) => [id, slug]));
    return differences.map(difference => differenceView(difference, slugs));
  }

  @Post('registrar/tenants/:tenant/credit')
  @ForOperators()
  @ApiPathTenant()
  @ApiOperation({
    summary: 'Add credit',
    description: 'Adds credit for live orders to a tenant; a negative amount withdraws available credit.',
  })
  @ApiAnswer(200, LiveAccount, 'The changed account.')
  @Refuses(InvalidReason)
  addCredit(@CurrentPerson() by: Person, @CurrentTenant() { id }: PathTenant, @ValidBody() request: CreditRequest) {
    return this.accounts.credit(id, request, by);
  }

  @Put('registrar/tenants/:tenant/limit')
  @ForOperators()
  @ApiPathTenant()
  @ApiOperation({
    summary: 'Set the daily limit',
    description: 'Sets the maximum total price of the live orders of a tenant per day (UTC).',
  })
  @ApiAnswer(200, LiveAccount, 'The changed account.')
  setDailyLimit(
    @CurrentPerson() by: Person,
    @CurrentTenant() { id }: PathTenant,
    @ValidBody() { daily }: LimitRequest,
  ) {
    return this.accounts.limit(id, daily, by);
  }

  @Get('tenants/:tenant/registrar/account')
  @ForTenant()
  @ApiOperation({
    summary: 'Get the live account of a tenant',
    description: 'Returns the credit, the held and spent amounts, and the daily limit of the tenant.',
  })
  @ApiAnswer(200, LiveAccount, 'The account.')
  getLiveAccount(@CurrentTenant() { id }: PathTenant) {
    return this.accounts.view(id);
  }

  @Get('tenants/:tenant/registrar/orders')
  @ForTenant()
  @ApiOperation({
    summary: 'List the live orders of a tenant',
    description: 'Returns the live orders of the tenant, newest first.',
  })
  @ApiAnswer(200, PortalLiveOrders, 'A page of orders.')
  listTenantLiveOrders(@CurrentTenant() { id }: PathTenant, @ValidQuery() query: LiveOrdersQuery) {
    return this.orders.page(query, id);
  }

  @Get('tenants/:tenant/registrar/orders/:id/steps')
  @ForTenant()
  @ApiOperation({
    summary: 'List the steps of a live order of a tenant',
    description: 'Returns the calls to the registrar for an order of the tenant, oldest first.',
  })
  @ApiOrderId()
  @ApiAnswer(200, LiveSteps, 'The steps.')
  @Refuses(OrderNotFound)
  listTenantLiveSteps(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.orders.steps(id, tenant.id);
  }
}

/** For a difference of money, `here` is the account, and `there` the sum of the orders; both are stored in this installation. */
const differenceView = (difference: Difference, slugs: ReadonlyMap<string, string>): DifferenceView =>
  'domain' in difference
    ? { kind: difference.kind, of: difference.domain, here: difference.here, there: difference.there }
    : {
        kind: difference.kind,
        of: slugs.get(difference.tenant) ?? difference.tenant,
        here: difference.account.toFixed(2),
        there: difference.orders.toFixed(2),
      };
